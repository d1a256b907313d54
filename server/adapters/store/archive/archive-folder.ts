/** Folder with the archived batches of one account: its files, and the list of their digests. */

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LogStream } from '../../../scaled/ports.ts'
import { readIfThere, replaceFile } from '../disk.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { type OnBatch, readSegment, type SegmentContent } from './segment-file.ts'

/** Opens the folder of an account in an archive; it is created with the first file. */
export const openArchiveFolder = (archive: string, account: string): ArchiveFolder => {
  const directory = join(archive, account)
  const list = join(directory, DIGEST_LIST)
  const files = parseList(readIfThere(list)?.toString('utf8') ?? '')
  return {
    directory,
    files: () => [...files.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    find: (stream, last) => [...files.values()].find((file) => file.stream === stream && file.last === last),
    pathFor(stream, first, last) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      return join(directory, nameFor(stream, first, last))
    },
    add(stream, { first, last, sha256 }) {
      const name = nameFor(stream, first, last)
      files.set(name, { name, stream, first, last, sha256 })
      const lines = [...files.values()].map((file) => `${file.sha256}  ${file.name}\n`)
      replaceFile(list, lines.toSorted((a, b) => a.slice(64).localeCompare(b.slice(64), 'en')).join(''))
    },
    async verify({ name, first, last, sha256 }, onBatch) {
      const path = join(directory, name)
      if (!existsSync(path)) throw new StoreError(`${path} is missing.`)
      const content = await readSegment(path, onBatch)
      if (content.sha256 !== sha256) throw new StoreError(`${path} differs from its digest in ${DIGEST_LIST}.`)
      if (content.first !== first || content.last !== last) {
        throw new StoreError(
          `${path} contains batches ${content.first} to ${content.last}, which its name does not state.`,
        )
      }
      return content
    },
  }
}

export interface ArchiveFolder {
  readonly directory: string
  /** Returns the listed files, sorted by name. */
  files(): readonly ArchivedFile[]
  /** Returns the listed file that ends with this batch. */
  find(stream: LogStream, last: number): ArchivedFile | undefined
  pathFor(stream: LogStream, first: number, last: number): string
  /** Adds a verified file to the list; durable when it returns. */
  add(stream: LogStream, content: SegmentContent): void
  /**
   * Verifies a listed file; rejects with a `StoreError` when it is missing or damaged. `onBatch` receives its batches, of
   * which nothing may be used unless it resolves.
   */
  verify(file: ArchivedFile, onBatch?: OnBatch): Promise<SegmentContent>
}

export interface ArchivedFile {
  readonly name: string
  readonly stream: LogStream
  readonly first: number
  readonly last: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** In the format of `sha256sum -c`. */
export const DIGEST_LIST = 'SHA256SUMS'

const DIGITS = 12
const NAME = /^(engine|exchange)-(\d{12})-(\d{12})\.jsonl\.zst$/

export const isSegmentName = (name: string): boolean => NAME.test(name)

const nameFor = (stream: LogStream, first: number, last: number): string =>
  `${stream}-${String(first).padStart(DIGITS, '0')}-${String(last).padStart(DIGITS, '0')}.jsonl.zst`

const parseList = (text: string): Map<string, ArchivedFile> => {
  const files = new Map<string, ArchivedFile>()
  for (const line of text.split('\n').filter(Boolean)) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    const [, stream, first, last] = NAME.exec(name) ?? []
    if (!stream) throw new StoreError(`${DIGEST_LIST} has an invalid line: ${line.slice(0, 120)}`)
    files.set(name, { name, stream: stream as LogStream, first: Number(first), last: Number(last), sha256 })
  }
  return files
}
