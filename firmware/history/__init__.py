"""The results of plays.

records  the plays that are over or put away
figures  their results by level and options
"""
