import { fstatSync } from 'node:fs'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { type DurableWork, inFile, readBytes, truncateTo, writeText } from '../disk.ts'
import { type ChainPlace, hashLeaf, printLine } from './entry-line.ts'
import { writeHead } from './head.ts'
import { KEEP, type LogState, noteFault } from './log-state.ts'
import { signBefore } from './write-checkpoint.ts'

/**
 * Writes entries as the next lines of the audit log in one write, then the new head; durable when it returns. Takes at
 * most the entries that one checkpoint may cover, as `nextCheckpointEntries` returns them.
 */
export function* writeLog(state: LogState, entries: readonly AuditEntry[]): DurableWork<void> {
  yield* signBefore(state, entries)
  const { paths, head } = state
  const { text, place } = chain(entries, { seq: head.size + 1, prevHash: head.root })
  const offset = yield* inFile(paths.log, 'r+', (fd) => {
    const { position, separator } = endOfLog(state, fd)
    return writeText(fd, separator + text, position)
  })
  const next = { counter: head.counter + 1, size: place.seq - 1, root: place.prevHash, offset }
  yield* writeHead(paths.head, next)
  state.head = next
  state.unsignedSinceMs ??= entries[0]?.atMs ?? null
}

/** Returns the lines of the entries, and the place in the chain after them. */
const chain = (entries: readonly AuditEntry[], from: ChainPlace) => {
  let text = ''
  let place = from
  for (const entry of entries) {
    const line = printLine(entry, place)
    text += `${line}\n`
    place = { seq: place.seq + 1, prevHash: hashLeaf(line) }
  }
  return { text, place }
}

/** Returns where to continue: behind the last intact line, with the remains of a failed write cut off. */
const endOfLog = (state: LogState, fd: number): { readonly position: number; readonly separator: string } => {
  const { offset } = state.head
  truncateTo(fd, offset)
  const { size } = fstatSync(fd)
  if (size < offset) noteFault(state, `${state.paths.log} became shorter while it was in use. ${KEEP}`)
  const isTorn = size > 0 && readBytes(fd, size - 1, 1).toString() !== '\n'
  return { position: size, separator: isTorn ? '\n' : '' }
}
