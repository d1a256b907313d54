import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { errorMessage } from '../../../core/errors.ts'
import { readBlock } from './block.ts'
import type { RecordedEntry } from './entries.ts'
import { digestBlock, listSegments, parseHeader } from './segments.ts'

/** Part of a recording, in order. */
export type RecordedPart =
  /** Entries; when `starts`, they do not continue the ones before, and the first is the account. */
  | { readonly kind: 'entries'; readonly starts: boolean; readonly entries: readonly RecordedEntry[] }
  /** A part is missing or was changed; the next entries start anew. */
  | { readonly kind: 'damage'; readonly reason: string }

/**
 * Reads the recording in a folder, even while it is being written, and verifies every block. A block that is cut off at the
 * end of a file is ignored, as after the death of a process.
 */
export function* readRecording(directory: string): Generator<RecordedPart> {
  let last: string | null = null
  let isOldest = true
  for (const name of listSegments(directory)) {
    for (const block of readBlocks(join(directory, name))) {
      if ('reason' in block) {
        yield { kind: 'damage', reason: `${name} ${block.reason}` }
        last = null
        break
      }
      const { previous, digest, entries } = block
      const continues = previous !== null && previous === last
      if (!continues && previous !== null && !isOldest) {
        yield { kind: 'damage', reason: `${name} does not continue the block before: a part is missing` }
      }
      yield { kind: 'entries', starts: !continues, entries }
      last = digest
      isOldest = false
    }
  }
}

type ReadBlock =
  | { readonly previous: string | null; readonly digest: string; readonly entries: readonly RecordedEntry[] }
  | { readonly reason: string }

const NEWLINE = 10

function* readBlocks(path: string): Generator<ReadBlock> {
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  for (let from = 0; from < content.length; ) {
    const end = content.indexOf(NEWLINE, from)
    if (end < 0) return
    const header = parseHeader(content.toString('utf8', from, end))
    if (!header) return yield { reason: 'contains a block without a header' }
    from = end + 1 + header.bytes
    if (from > content.length) return
    const compressed = content.subarray(end + 1, from)
    const { previous, digest } = header
    if (digestBlock(previous, compressed) !== digest) return yield { reason: 'contains a block that was changed' }
    try {
      yield { previous, digest, entries: readBlock(zstdDecompressSync(compressed)) }
    } catch (error) {
      return yield { reason: `contains a block that cannot be read (${errorMessage(error)})` }
    }
  }
}
