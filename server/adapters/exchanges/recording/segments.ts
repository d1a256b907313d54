/**
 * Files of a recording: numbered segments of compressed blocks, each block with a digest over itself and everything
 * before it, so that a missing or changed part is noticed.
 */

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord, parseJson } from '../../../core/json.ts'

/** Returns the folder of the recording of a paper account. */
export const recordingPath = (accountDirectory: string): string => join(accountDirectory, 'recording')

const EXTENSION = '.recording'
const NUMBER_LENGTH = 8

export const segmentName = (number: number): string => `${String(number).padStart(NUMBER_LENGTH, '0')}${EXTENSION}`

/** Returns the number of a segment; undefined for another file. */
export const segmentNumber = (name: string): number | undefined =>
  /^\d{8}\.recording$/.test(name) ? Number.parseInt(name, 10) : undefined

/** Returns the names of the segments in a folder, oldest first; none when there is no folder. */
export const listSegments = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
      .filter((name) => segmentNumber(name) !== undefined)
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Line before each compressed block in a segment. */
export interface BlockHeader {
  /** Digest of the block before, also across segments; null when the recording starts or resumes after a loss. */
  readonly previous: string | null
  readonly digest: string
  readonly bytes: number
}

/** Returns the digest of a compressed block that follows another. */
export const digestBlock = (previous: string | null, compressed: Uint8Array): string =>
  createHash('sha256')
    .update(previous ?? '')
    .update(compressed)
    .digest('hex')

export const printHeader = (header: BlockHeader): string => `${JSON.stringify(header)}\n`

/** Parses the line before a block; undefined when it is not one. */
export const parseHeader = (line: string): BlockHeader | undefined => {
  const value = parseJson(line)
  if (!isRecord(value)) return undefined
  const { previous, digest, bytes } = value
  if (previous !== null && typeof previous !== 'string') return undefined
  if (typeof digest !== 'string' || !Number.isSafeInteger(bytes) || Number(bytes) < 0) return undefined
  return { previous, digest, bytes: Number(bytes) }
}
