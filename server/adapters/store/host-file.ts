/** A small value stored as a JSON file of its own: read once, then replaced durably by this process. */

import { readFileSync } from 'node:fs'
import { errorMessage, StoreFailure } from '../../core/errors.ts'
import { replaceFile } from './disk.ts'

/** Value stored in a file of its own. */
export interface HostFile<T> {
  /** Returns the present value; undefined where the file cannot be read, or its content is invalid. */
  get(): T | undefined
  /** Durable when it returns; throws a `StoreFailure` when it cannot be. */
  set(value: T): void
}

export interface HostFileParts<T> {
  readonly path: string
  /** Value where there is no file. */
  readonly absent: T
  /** Returns undefined for content that this program does not write. */
  readonly parse: (json: unknown) => T | undefined
}

/** Reads the file once; from then on only this process writes it. */
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
