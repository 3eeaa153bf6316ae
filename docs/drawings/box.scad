// The box of any build: a plate, a shell that leans it towards you, and clamps for the panel's board.
// Open box-4.2.scad or box-2.9.scad: they have the numbers and include this file.
// As used: the face of the plate looks up, x to the right, y away from you. Parts to print lie flat on their bed.

$fn = 48;
slack = 0.4;                                    // round the board
rail = 2;                                       // wall round the board
far = 400;                                      // more than any box is long
corners = [for (x = [inset, width - inset], y = [inset, height - inset]) [x, y]];
clamped = [for (x = [-1, 1], y = [-1, 1])
    [board_x + x * board[0] / 4, board_y + y * (board[1] / 2 + slack + 5)]];
large = pi == "large";
pi_holes = large ? [58, 49] : [58, 23];         // the Raspberry Pi's drawings: M2.5, 3.5 mm from the edges
pi_size = large ? [85, 56] : [65, 30];
pi_x = width / 2 + (large ? 10 : 0);            // the middle of its holes; the USB sockets of a large one are on the left
pi_y = back_at(wall + post + 2) - 2 - 3.5 - pi_holes[1] / 2;

assert(pi_size[0] + 20 <= width, "A large Raspberry Pi does not fit behind this panel: choose \"zero\".");
assert(pi_size[1] + 8 <= height, "The Raspberry Pi does not fit behind this plate.");

// Where the inner side of the back wall is, at a height over the table.
function back_at(z) = (height - wall) / cos(tilt) + (front - z) * tan(tilt);

module outline(less = 0) {
    translate([corner, corner]) offset(r = corner - less) square([width - 2 * corner, height - 2 * corner]);
}

module middle(x, y, size) { translate([x - size[0] / 2, y - size[1] / 2]) square(size); }

// From the frame of the plate, whose underside is z = 0, to that of the table.
module leaning() { translate([0, 0, front]) rotate([tilt, 0, 0]) children(); }

module above(z) { intersection() { children(); translate([-far, -far, z]) cube(2 * far); } }

// --- plate: its face is z = thickness ---

module plate() {
    difference() {
        union() {
            linear_extrude(thickness) face();
            translate([0, 0, 0.5 - stack]) linear_extrude(stack) difference() {
                middle(board_x, board_y, [for (mm = board) mm + 2 * (slack + rail)]);
                middle(board_x, board_y, [for (mm = board) mm + 2 * slack]);
            }
            for (at = clamped) translate([at[0], at[1], -stack]) cylinder(d = 8, h = stack + 0.5);
        }
        bevel();
        for (at = clamped) translate([at[0], at[1], -stack - 1]) cylinder(d = pilot, h = stack + thickness);
    }
}

// What is cut out of a flat plate.
module face() {
    difference() {
        outline();
        middle(picture_x, picture_y, [window_w, window_h]);
        for (at = corners) hole(at[0], at[1], screw);
        hole(back_x, key_y, button_hole);
        hole(next_x, key_y, button_hole);
        hole(knob_x, key_y, knob_hole);
        if (led_hole > 0) hole(led_x, led_y, led_hole);
    }
}

module hole(x, y, across) { translate([x, y]) circle(d = across); }

// The window is straight at the glass, then wider by 45 degrees, so that the plate throws no shadow.
module bevel() {
    hull() for (deep = [0, thickness - 1]) translate([0, 0, 1 + deep]) linear_extrude(0.01)
        middle(picture_x, picture_y, [window_w + 2 * deep, window_h + 2 * deep]);
}

// --- shell ---

module shell() {
    difference() {
        union() {
            above(0) leaning() difference() {
                translate([0, 0, -far]) linear_extrude(far) outline();
                translate([0, 0, -far]) linear_extrude(far + 1) outline(wall);
            }
            intersection() {
                above(0) leaning() translate([0, 0, -far]) linear_extrude(far) outline();
                union() {
                    translate([-far, -far, 0]) cube([2 * far, 2 * far, wall]);
                    leaning() for (at = corners) translate([at[0], at[1], -far]) cylinder(d = 8, h = far);
                }
            }
            posts() cylinder(d = 6, h = wall + post);
        }
        leaning() for (at = corners) translate([at[0], at[1], -14]) cylinder(d = pilot, h = 15);
        posts() translate([0, 0, 1]) cylinder(d = 2.2, h = wall + post);
        translate([pi_x - slot[0] / 2, back_at(wall + post) - 6, wall + post - 1]) cube([slot[0], 30, slot[1]]);
    }
}

module posts() {
    for (x = [-1, 1], y = [-1, 1])
        translate([pi_x + x * pi_holes[0] / 2, pi_y + y * pi_holes[1] / 2, 0]) children();
}

// --- clamps: a screw holds each, its tongue lies on the board's edge ---

module clamp() {
    difference() {
        translate([-6, -5, 0]) cube([12, 14, 2]);
        translate([0, 0, -1]) cylinder(d = screw, h = 4);
    }
}

// --- pictures: the parts with what they hold ---

module assembled() {
    color("BurlyWood") shell();
    leaning() {
        color("Peru") plate();
        color("White") translate([0, 0, 0.2]) linear_extrude(0.4)
            middle(picture_x, picture_y, [for (mm = active) mm + 3]);
        color("Silver") translate([0, 0, 0.61]) linear_extrude(0.05) middle(picture_x, picture_y, active);
        color("DimGray") for (x = [back_x, next_x]) translate([x, key_y, thickness]) cylinder(d = button_cap, h = 6);
        color("DimGray") translate([knob_x, key_y, thickness + 2]) cylinder(d = knob_cap - 3, h = 14);
        if (led_hole > 0) color("Gold") translate([led_x, led_y, thickness]) sphere(d = led_hole);
    }
}

module behind() {
    color("Peru") plate();
    color("White") translate([0, 0, -1.2]) linear_extrude(1.1) middle(board_x, board_y, glass);
    color("SeaGreen") translate([0, 0, -stack]) linear_extrude(stack - 1.3) middle(board_x, board_y, board);
    color("Gold") for (at = clamped)
        translate([at[0], at[1], -stack - 2.1]) rotate([0, 0, at[1] > board_y ? 180 : 0]) clamp();
    color("DimGray") for (x = [back_x, next_x]) translate([x, key_y, -16]) cylinder(d = button_cap - 4, h = 16);
    color("DimGray") translate([knob_x - 6.5, key_y - 6.5, -7]) cube([13, 13, 7]);
    if (led_hole > 0) color("Gold") translate([led_x, led_y, -6]) cylinder(d = led_hole, h = 6);
}

pi_at = [pi_x - pi_holes[0] / 2 - 3.5 - (large ? pi_size[0] - 65 : 0), pi_y - pi_holes[1] / 2 - 3.5, wall + post];

module inside() {
    color("BurlyWood") shell();
    translate(pi_at) {
        color("SeaGreen") cube([pi_size[0], pi_size[1], 1.6]);
        color("DimGray") translate([(large ? pi_size[0] - 65 : 0) + 7, 1, 1.6]) cube([51, 5, 8.5]);
        // The power socket, as on a Pi 4 and a Zero 2 W, and the card: they tell which way round it lies.
        color("Silver") translate([pi_size[0] - (large ? 11.2 : 54) - 4.5, pi_size[1] - 6, 1.6]) cube([9, 7.5, 3.2]);
        color("Gold") translate([pi_size[0] - 12, (pi_size[1] - 11) / 2, large ? -1 : 2]) cube([14.5, 11, 0.9]);
    }
}

// What the pictures label: words, and where the thing is.
if (part == "inside") echo(labels = [
    ["Raspberry Pi", pi_at + [pi_size[0] / 3, pi_size[1] / 2, 2]],
    ["pins 1 and 2", pi_at + [(large ? pi_size[0] - 65 : 0) + 56, 3, 10]],
    ["pins 39 and 40", pi_at + [(large ? pi_size[0] - 65 : 0) + 9, 3, 10]],
    ["power", pi_at + [pi_size[0] - (large ? 11.2 : 54), pi_size[1] - 2, 5]],
    ["SD card", pi_at + [pi_size[0] + 1, pi_size[1] / 2, 1]],
    ["opening", [pi_x - slot[0] / 4, back_at(wall + post) - 1, wall + post + slot[1] / 2]],
    ["screw of the plate", [width - inset, inset * cos(tilt), front + inset * sin(tilt)]],
]);
if (part == "behind") echo(labels = [for (it = [
    ["Next", [next_x, key_y, -16]],
    ["Back", [back_x, key_y, -16]],
    ["knob", [knob_x, key_y, -7]],
    ["panel's board", [board_x + board[0] / 4, board_y, -stack]],
    ["clamp", [clamped[1][0], clamped[1][1] + 3, -stack - 2]],
    ["frame", [board_x + board[0] / 2 + rail, board_y + board[1] / 5, -stack]],
    ["screw to the shell", [corners[0][0], corners[0][1], 0]],
    if (led_hole > 0) ["LED", [led_x, led_y, -6]],
]) [it[0], [width - it[1][0], it[1][1], thickness - it[1][2]]]]);

if (part == "plate") translate([0, height, thickness]) rotate([180, 0, 0]) plate();
else if (part == "paper") face();
else if (part == "shell") shell();
else if (part == "clamps") for (n = [0:3]) translate([n * 16, 0, 0]) clamp();
else if (part == "behind") translate([width, 0, thickness]) rotate([0, 180, 0]) behind();
else if (part == "inside") inside();
else assembled();
