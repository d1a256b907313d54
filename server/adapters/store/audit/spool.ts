/**
 * The spool file of the audit log, which stores entries while the log cannot be written: reads, extends, rewrites and
 * removes it.
 */

import { copyFileSync, rmSync } from 'node:fs'
import { parseRecord } from '../../../core/json.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { readIfThere, replaceFile, syncDirectory, truncateTo, withFile, writeDurably } from '../disk.ts'
import { parseEntry, printEntry } from './entry-line.ts'
import type { LogState, Spool } from './log-state.ts'

/** Reads an earlier process's spool, and whether one of its lines is unreadable. */
export const readSpool = (path: string): { readonly spool: Spool; readonly isDamaged: boolean } => {
  const bytes = readIfThere(path)
  if (bytes === null) return { spool: emptySpool(), isDamaged: false }
  const end = bytes.lastIndexOf('\n') + 1
  const [header, ...lines] = bytes.subarray(0, end).toString('latin1').split('\n').slice(0, -1)
  const parsed = lines.map((line) => parseEntry(Buffer.from(line, 'latin1')))
  const entries = parsed.filter((entry): entry is AuditEntry => entry !== undefined)
  const after = header === undefined ? null : parseHeader(header)
  const isDamaged = entries.length < lines.length || (header !== undefined && after === undefined)
  return { spool: { after: after ?? null, entries, bytes: end, isThere: true }, isDamaged }
}

const emptySpool = (): Spool => ({ after: null, entries: [], bytes: 0, isThere: false })

const formatHeader = (after: number | null): string => `${JSON.stringify({ after })}\n`
const printEntries = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${printEntry(entry)}\n`).join('')

/** Adds entries to the spool; durable when it returns. */
export const writeSpool = (
  { paths, head, recovered }: LogState,
  spool: Spool,
  entries: readonly AuditEntry[],
): void => {
  const begins = spool.entries.length === 0
  const after = recovered ? head.size : null
  const text = (begins ? formatHeader(after) : '') + printEntries(entries)
  const at = begins ? 0 : spool.bytes
  spool.isThere = true
  spool.bytes = withFile(paths.spool, begins ? 'w' : 'r+', (fd) => {
    truncateTo(fd, at)
    return writeDurably(fd, text, at)
  })
  if (begins) syncDirectory(paths.directory)
  if (begins) spool.after = after
  spool.entries.push(...entries)
}

/** Parses the first line of a spool; undefined when it is not a header. */
const parseHeader = (header: string): number | null | undefined => {
  const after = parseRecord(header)?.after
  return after === null || Number.isSafeInteger(after) ? (after as number | null) : undefined
}

/** Rewrites the entries for a log of this length, to distinguish those already in it from the others. */
export const rebaseSpool = ({ paths }: LogState, spool: Spool, after: number | null): void => {
  const text = formatHeader(after) + printEntries(spool.entries)
  replaceFile(paths.spool, text)
  spool.after = after
  spool.bytes = Buffer.byteLength(text)
}

export const removeSpool = ({ paths }: LogState, spool: Spool): void => {
  rmSync(paths.spool, { force: true })
  syncDirectory(paths.directory)
  spool.isThere = false
}

/** Keeps a copy of a spool with unreadable lines for inspection. */
export const keepDamaged = (path: string): void => copyFileSync(path, `${path}.damaged`)
