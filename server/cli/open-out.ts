import { closeSync, openSync, writeFileSync } from 'node:fs'
import { errorMessage } from '../core/errors.ts'
import { toCliFailure } from './failure.ts'
import type { CliParts } from './parts.ts'

/** Destination of a command's data. */
export interface Out {
  write(text: string): void
  close(): void
}

/** A file for its owner alone, written from its beginning; standard output when none is named. */
export const openOut = ({ terminal }: CliParts, file: string | undefined): Out => {
  if (file === undefined) return { write: terminal.data, close: () => {} }
  const fd = orFail(file, () => openSync(file, 'w', 0o600))
  return {
    write: (text) => orFail(file, () => writeFileSync(fd, text)),
    close: () => closeSync(fd),
  }
}

const orFail = <T>(file: string, act: () => T): T => {
  try {
    return act()
  } catch (error) {
    const reason = errorMessage(error)
    throw toCliFailure({ code: 'FILE_NOT_WRITTEN', message: `${file} cannot be written (${reason}).` })
  }
}
