/**
 * Read-only access to the audit log of a data directory, also while a server writes it: verification, queries, the
 * lines as stored, and the newest checkpoint.
 */

import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Instant } from '../../../core/instant.ts'
import { canonicalJson } from '../../../core/json.ts'
import { readIfThere } from '../disk.ts'
import { auditPaths } from './audit-paths.ts'
import { type OutsideCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { decodeText } from './entry-line.ts'
import { startOfSeq } from './entry-offsets.ts'
import { type AuditPage, type AuditQuery, findEntries } from './find-entries.ts'
import { parseHead, pickNewest } from './head.ts'
import { blocksBackwards, lines, searchLater } from './lines.ts'
import { parseKey } from './signing-key.ts'
import { type Verification, verifyAudit } from './verify.ts'

/** Opens an audit log read-only, even while another process is writing it. */
export const auditFiles = (directory: string) => ({
  verify: (checkpoint: string | undefined): Promise<Verification> => verifyAudit(directory, { checkpoint }),
  find: (query: AuditQuery): Promise<AuditPage> => findInFiles(directory, query),
  lines: (fromSeq: number): AsyncIterable<string> => readLog(directory, fromSeq),
  newestCheckpoint: (): Promise<string | undefined> => newestCheckpoint(directory),
})

/** Finds entries in a log that another process may be writing. */
export const findInFiles = async (directory: string, query: AuditQuery): Promise<AuditPage> => {
  const { log } = auditPaths(directory)
  if (!existsSync(log)) return { entries: [], next: null }
  return findEntries(log, await findEnd(directory), query)
}

/** Returns the time of the newest entry of a log; null when there is none, or no log that can be read. */
export const newestEntryAt = async (directory: string): Promise<Instant | null> => {
  const { entries } = await findInFiles(directory, NEWEST).catch((): AuditPage => ({ entries: [], next: null }))
  return entries[0]?.atMs ?? null
}

const NEWEST: AuditQuery = {
  before: null,
  fromMs: null,
  toMs: null,
  actorType: null,
  actor: null,
  action: null,
  outcome: null,
  target: null,
  requestId: null,
  limit: 1,
}

/** Yields the lines of the log as stored, oldest first, from the entry `seq` on. */
export async function* readLog(directory: string, seq: number): AsyncGenerator<string> {
  const { log } = auditPaths(directory)
  if (!existsSync(log)) return
  const to = await findEnd(directory)
  const file = await open(log, 'r')
  try {
    const from = await searchLater(file, startOfSeq({ from: 0, to }, seq))
    for await (const { bytes } of lines(file, { from, to })) yield bytes.toString()
  } finally {
    await file.close()
  }
}

/** Returns the end recorded in the head file; the size of the log when no head can be read. */
const findEnd = async (directory: string): Promise<number> => {
  const paths = auditPaths(directory)
  const { size } = await stat(paths.log)
  const head = pickNewest(parseHead(readIfThere(paths.head) ?? Buffer.alloc(0)))
  return Math.min(size, head?.offset ?? size)
}

/** Returns the newest readable checkpoint as one line with the public key; undefined when there is none. */
export const newestCheckpoint = async (directory: string): Promise<string | undefined> => {
  const paths = auditPaths(directory)
  const key = parseKey(readIfThere(paths.key) ?? Buffer.alloc(0))
  if (!key || !existsSync(paths.checkpoints)) return undefined
  const file = await open(paths.checkpoints, 'r')
  try {
    const { size } = await file.stat()
    for await (const block of blocksBackwards(file, { from: 0, to: size })) {
      for (const { bytes } of block) {
        const checkpoint = parseCheckpoint(decodeText(bytes) ?? '')
        if (!checkpoint) continue
        return canonicalJson({ ...checkpoint, publicKey: key.publicKey } satisfies OutsideCheckpoint)
      }
    }
    return undefined
  } finally {
    await file.close()
  }
}
