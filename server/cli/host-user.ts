import { userInfo } from 'node:os'

/** Returns the name of the user who runs the command, for what a person answers for. */
export const hostUser = (): string => userInfo().username
