/** Priority of research as defined by the operating system: the lowest, below a server on the same machine. */
export const LOWEST_PRIORITY = 19
