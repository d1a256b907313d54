import { closeSync, openSync, writeSync } from 'node:fs'
import { errorMessage, readIfThere } from '../disk.ts'
import { StoreError } from './store-error.ts'

/**
 * An independent count of a database's commits, in a file beside it. It is written after each commit and not synced:
 * after a kill it is exact, after a power loss it may count fewer, never more.
 */
export interface Seal {
  /** Count in the file when it was opened; 0 when the file has none. */
  readonly storedCount: number
  write(count: number): void
  close(): void
}

const DIGITS = 16
const FORM = /^(\d{16}) \1\n$/

export const openSeal = (path: string): Seal => {
  const storedCount = Number(FORM.exec(readIfThere(path)?.toString('latin1') ?? '')?.[1] ?? 0)
  const fd = openForWriting(path)
  return {
    storedCount,
    write(count) {
      const digits = String(count).padStart(DIGITS, '0')
      try {
        writeSync(fd, `${digits} ${digits}\n`, 0)
      } catch {
        // A disk that is full refuses the commit itself; one that refuses this alone leaves the older, lower number.
      }
    },
    close: () => closeSync(fd),
  }
}

const openForWriting = (path: string): number => {
  try {
    closeSync(openSync(path, 'a', 0o600))
    return openSync(path, 'r+', 0o600)
  } catch (error) {
    throw new StoreError(`${path} cannot be written (${errorMessage(error)}). Make it writable, or delete it.`)
  }
}
