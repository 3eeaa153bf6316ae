"""`tavolino simulate`: how strong is a bot at each level? Plays with random answers, in several processes.

command   `tavolino simulate`
plays     plays to their ends, in order, whatever the number of processes
spread    how they ended, as a table, as a plot and as rows
"""
