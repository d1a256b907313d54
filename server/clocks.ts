/** The wall clock of the program, and one that never runs backwards: the only places where they are read off the machine. */
export const clock = Date.now
export const monotonic = (): number => performance.now()
