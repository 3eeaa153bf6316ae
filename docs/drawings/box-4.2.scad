// Reference build, 4.2 inch: its box. Written by `make docs` from hw/profiles/4.2.toml.
// Lengths in mm, as seen from the front. Change what differs on your own parts.

/* [What to make] */
part = "all"; // [all, behind, inside, plate, paper, shell, clamps]

/* [Panel] */
// Panel: 4.2 inch black/white e-paper breakout, 400 x 300 (GDEY042T81)
active = [84.8, 63.6]; // the picture, 400 x 300 px; data sheet
gap = 0.5; // how much larger the window is on each side, so that no pixel is hidden
glass = [91, 77]; // the glass; data sheet
board = [103, 78.5]; // the board behind the glass; Waveshare's. MEASURE YOURS
board_off = [0, -4]; // how far right of and above the picture its middle is; a guess. MEASURE YOURS
stack = 3; // from the front of the glass to the back of the board at its edge. MEASURE YOURS

/* [Buttons, knob, light] */
button_hole = 12.2; // for a button with a thread of 12 mm. MEASURE YOURS
button_cap = 18; // its widest part, nut or rim. MEASURE YOURS
knob_hole = 7.2; // for a bushing M7, as Bourns PEC11H has. MEASURE YOURS
knob_cap = 30; // the widest knob that has room
led_hole = 5.1; // for an LED of 5 mm; 0 is none
finger = 8; // room for a finger between a button and the knob

/* [Plate] */
thickness = 3; // of the plate. The threads of buttons and knob have to reach through: MEASURE YOURS
side = 6; // left and right of the board
rim = 14; // above the board, with the light
controls = 44; // below the board, with buttons and knob
corner = 6; // radius
inset = 6; // of the screws from the edges
screw = 3.2; // hole for M3
pilot = 2.5; // hole that an M3 screw cuts its thread into

/* [Shell] */
front = 34; // height at the front edge. Buttons up to 30 mm deep fit: MEASURE YOURS
tilt = 12; // degrees that the plate leans towards you
wall = 2.4; // thickness of walls and floor
pi = "large"; // the Raspberry Pi: "zero" (Zero 2 W) or "large" (3, 4, 5)
post = 4; // height of what the Pi stands on
slot = [60, 14]; // opening in the back for the Pi's plugs

/* [Hidden] */
spread = max(active[0] / 2 - 8, knob_cap / 2 + button_cap / 2 + finger);
width = max(board[0] + 2 * abs(board_off[0]) + 2 * side, 2 * (spread + button_cap / 2 + 6));
height = controls + board[1] + rim;
board_x = width / 2 + board_off[0];
board_y = controls + board[1] / 2;
picture_x = width / 2;
picture_y = board_y - board_off[1];
window_w = active[0] + 2 * gap;
window_h = active[1] + 2 * gap;
key_y = controls / 2;
back_x = width / 2 - spread;
knob_x = width / 2;
next_x = width / 2 + spread;
led_x = width - 18;
led_y = height - rim / 2;

include <box.scad>
