/** A small value stored in its own JSON file: read once, then replaced durably by this process. */

import { readFileSync } from 'node:fs'
import { errorMessage, StoreFailure } from '../../core/errors.ts'
import { replaceFile } from './disk.ts'

/** Value stored in its own file. */
export interface HostFile<T> {
  /** Returns the current value; undefined when the file cannot be read, or its content is invalid. */
  get(): T | undefined
  /** Stores a value; it is durable when this returns. Throws a `StoreFailure` on failure. */
  set(value: T): void
}

export interface HostFileParts<T> {
  readonly path: string
  /** Value if there is no file. */
  readonly absent: T
  /** Returns undefined for content that this program does not write. */
  readonly parse: (json: unknown) => T | undefined
}

/** Reads the file once; from then on, only this process may write it. */
export const openHostFile = <T>({ path, absent, parse }: HostFileParts<T>): HostFile<T> => {
  let value = read({ path, absent, parse })
  return {
    get: () => value,
    set(next) {
      try {
        replaceFile(path, `${JSON.stringify(next, null, 2)}\n`)
      } catch (error) {
        throw new StoreFailure(`${path} cannot be written (${errorMessage(error)}). Nothing was changed.`)
      }
      value = next
    },
  }
}

const read = <T>({ path, absent, parse }: HostFileParts<T>): T | undefined => {
  try {
    return parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? absent : undefined
  }
}
