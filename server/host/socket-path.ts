import { join } from 'node:path'

/** The kernel's limit is 104 bytes on macOS and 108 on Linux, the terminating zero included. */
export const SOCKET_PATH_BYTES_MAX = 100

/** Path of the host socket of this data directory. */
export const getSocketPath = (dataDir: string): string => join(dataDir, 'plimsoll.sock')

export const isTooLong = (path: string): boolean => Buffer.byteLength(path) > SOCKET_PATH_BYTES_MAX
