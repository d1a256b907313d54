import { existsSync, fstatSync } from 'node:fs'
import { readBytes, truncateTo, withFile } from '../disk.ts'
import { type Checkpoint, isSignedBy, parseCheckpoint } from './checkpoint.ts'
import { decodeText, NOTHING, parseLine } from './entry-line.ts'
import { startOfSeq } from './entry-offsets.ts'
import { lineEndingAt, linesNow, searchNow } from './lines.ts'
import { KEEP, type LogState, noteFault } from './log-state.ts'
import { describeUnsigned, exceedsLimits, type UnsignedEntries } from './unsigned-entries.ts'

/**
 * Verifies the end of an audit log when it is opened: reads the newest checkpoint, and follows the hash chain from
 * there to the head. Notes any mismatch as a fault in the state.
 */
export const recoverCheckpoints = (state: LogState, log: number): void => {
  const last = lastCheckpoint(state)
  const unsigned = unsignedIn(state, log, last?.size ?? 0)
  state.unsignedSinceMs = unsigned?.sinceMs ?? null
  state.lastCheckpoint = last ? { size: last.size, atMs: Date.parse(last.at) } : null
  if (state.broken !== null) return
  const fault = last && describeFault(state, last)
  if (fault) return noteFault(state, `${state.paths.checkpoints} ${fault}. ${KEEP}`)
  followChain(state, log, last)
  if (unsigned && exceedsLimits(unsigned)) {
    noteFault(state, `${state.paths.checkpoints}: ${describeUnsigned(unsigned)} ${KEEP}`)
  }
}

/** Maximum part of the log checked when it is opened; `verifyAudit` checks all of it. */
const SCAN_BACK_MAX_BYTES = 16 * 1024 * 1024

/** Returns the entries after the entry `signed` up to the head; undefined when there are none. */
const unsignedIn = ({ head }: LogState, log: number, signed: number): UnsignedEntries | undefined => {
  const span = { from: 0, to: head.offset }
  if (head.size <= signed) return undefined
  const { value: line } = linesNow(log, { ...span, from: searchNow(log, startOfSeq(span, signed + 1)) }).next()
  const newest = searchNow(log, lineEndingAt(head.offset))
  const [first, last] = [line, newest].map((each) => each && parseLine(each.bytes))
  return first && last ? { from: signed + 1, to: head.size, sinceMs: first.atMs, untilMs: last.atMs } : undefined
}

const lastCheckpoint = (state: LogState): Checkpoint | undefined => {
  const { checkpoints: path } = state.paths
  if (!existsSync(path)) {
    noteFault(state, `${path} is missing. ${KEEP}`)
    withFile(path, 'a', () => {})
  }
  return withFile(path, 'r+', (fd) => {
    truncateTo(fd, endOfLines(fd))
    state.checkpointBytes = fstatSync(fd).size
    if (state.checkpointBytes === 0) return undefined
    const line = searchNow(fd, lineEndingAt(state.checkpointBytes))
    const checkpoint = line && parseCheckpoint(decodeText(line.bytes) ?? '')
    if (!checkpoint) noteFault(state, `${path} ends in a line that cannot be read. ${KEEP}`)
    return checkpoint
  })
}

const TAIL_BYTES = 4096

/** Returns the position after the last complete line. */
const endOfLines = (fd: number): number => {
  const { size } = fstatSync(fd)
  const from = Math.max(0, size - TAIL_BYTES)
  return from + readBytes(fd, from, size - from).lastIndexOf('\n') + 1
}

const describeFault = ({ key, head }: LogState, checkpoint: Checkpoint): string | undefined => {
  if (key && !isSignedBy(checkpoint, key.publicKey)) return 'ends in a checkpoint that this log has not signed'
  if (checkpoint.size > head.size) return `covers ${checkpoint.size} entries, but the log has ${head.size}`
  return undefined
}

const followChain = (state: LogState, log: number, checkpoint: Checkpoint | undefined): void => {
  const { head, paths } = state
  const span = { from: 0, to: head.offset }
  const anchored = checkpoint !== undefined && checkpoint.size > 0
  const start = anchored ? searchNow(log, startOfSeq(span, checkpoint.size)) : 0
  const from = Math.max(start, startWithin(log, head.offset))
  let before: { readonly seq: number; readonly hash: string } | undefined =
    from === 0 ? { seq: 0, hash: NOTHING } : undefined
  for (const line of linesNow(log, { from, to: head.offset })) {
    const entry = parseLine(line.bytes)
    const fits = entry && (!before || (entry.seq === before.seq + 1 && entry.prevHash === before.hash))
    const isRoot = !anchored || entry?.seq !== checkpoint.size || entry.hash === checkpoint.rootHash
    if (!fits || !isRoot) return noteFault(state, `${paths.log} was changed at byte ${line.start}. ${KEEP}`)
    before = entry
  }
}

/** Returns the start of a line within the maximum distance. */
const startWithin = (log: number, end: number): number => {
  if (end <= SCAN_BACK_MAX_BYTES) return 0
  const at = end - SCAN_BACK_MAX_BYTES
  const { value: cut } = linesNow(log, { from: at, to: end }).next()
  return cut?.end ?? end
}
