"""The device on the kernel's own interface: real libraries, real time, a preloaded layer, the second chip."""
