"""From screens to 1-bit frames: type, icons, layout, drawing. Pure: no clock, no hardware, no files but the fonts.

profiles     sizes and distances of a screen, from the panel's size and pitch
layout       a screen as pages, with the place of everything on them
paging       blocks as pages
typesetting  words as blocks
blocks       the blocks and pages of a layout
value        numbers: large, as a die's face, at the end of a counter's line
frame        a page as a frame, with header and footer
bars         header, notice and footer
off          the glass while the power is off
letters      fonts, widths and line breaks
paint        words, icons, arrows and boxes on an image
icons        the pictures of icons
emblems      emblems as masks
drawings/    drawings as pictures
refresh      the choice between a partial and a full refresh
plain_text   a page as plain text
patterns     test pictures
"""
