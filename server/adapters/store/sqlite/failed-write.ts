/** Distinction of SQLite writes that may succeed later, as after a full disk, from other errors. */

/** https://www.sqlite.org/rescode.html: PERM, BUSY, READONLY, IOERR, FULL and CANTOPEN. */
const FAILED_WRITES: ReadonlySet<number> = new Set([3, 5, 8, 10, 13, 14])

/** IOERR_DATA and IOERR_CORRUPTFS: the data read is not the data written. */
const DAMAGE: ReadonlySet<number> = new Set([8_202, 8_458])

/**
 * Returns whether SQLite failed for lack of space, permission or a working disk, so that the same write may succeed
 * later; nothing was stored.
 */
export const isFailedWrite = (error: unknown): boolean => {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' && FAILED_WRITES.has(code & 0xff) && !DAMAGE.has(code)
}
