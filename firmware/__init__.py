"""The device: loop, menus, store, dealer, command line, emulators. Nothing imports it."""
