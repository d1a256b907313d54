import type { Instant } from '../../../core/instant.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type LoggedEntry, NOTHING, parseLine } from './entry-line.ts'
import { type Finding, find, inFile, type Remarks, type Where } from './finding.ts'
import type { Head } from './head.ts'
import { type Line, lines } from './lines.ts'
import type { Opened } from './open-or-report.ts'
import { OUTSIDE } from './read-outside-checkpoint.ts'
import { AUDIT_REPLACED } from './replaced-log.ts'
import type { PlacedCheckpoint } from './verify-checkpoints.ts'
import { type HeadReading, movesOn } from './verify-head.ts'
import type { UnsignedJudge } from './verify-unsigned.ts'

/**
 * Verifies the file of an audit log: follows the hash chain from the first byte to the last, compares the head and all
 * checkpoints with it, and reports every mismatch as a finding.
 */
export const walkLog = async (log: Opened, parts: WalkParts): Promise<Walked> => {
  const walk: Walk = {
    ...parts,
    file: log.name,
    end: parts.head.newest?.offset ?? log.size,
    line: 0,
    expected: { seq: 1, prevHash: NOTHING },
    first: undefined,
    last: undefined,
    behind: undefined,
    pending: await takeNext(parts),
    outsideMet: false,
    replaced: undefined,
    headsMet: new Set(),
  }
  for await (const line of lines(log.file, { from: 0, to: log.size })) {
    walk.line++
    if (!line.finished && line.end === log.size) reportUnfinished(walk, line)
    else await visit(walk, line)
  }
  reportHeads(walk, log)
  walk.unsigned.settle()
  await reportBeyond(walk)
  await reportBehind(walk)
  if (walk.replaced) find(walk.remarks, { code: 'LOG_REPLACED', ...walk.replaced })
  const { first, last } = walk
  return {
    size: last?.seq ?? 0,
    root: last?.hash ?? NOTHING,
    firstSeq: first?.seq ?? null,
    firstAtMs: first?.atMs ?? null,
    lastAtMs: last?.atMs ?? null,
  }
}

/** Result of following a log up to its head. */
export interface Walked {
  readonly size: number
  readonly root: string
  readonly firstSeq: number | null
  readonly firstAtMs: Instant | null
  readonly lastAtMs: Instant | null
}

export interface WalkParts {
  readonly headPath: string
  readonly head: HeadReading
  readonly checkpoints: AsyncGenerator<PlacedCheckpoint>
  readonly unsigned: UnsignedJudge
  readonly outside: Checkpoint | undefined
  readonly remarks: Remarks
}

interface Behind {
  readonly from: number
  readonly to: number
  /** Position of the first one. */
  readonly where: Where
}

interface Walk extends WalkParts {
  readonly file: string
  /** End according to the head; entries beyond it do not count yet. */
  readonly end: number
  line: number
  /** Expected next entry; after a line that cannot be read, its chain is unknown. */
  expected: { readonly seq: number; readonly prevHash: string | null }
  first: LoggedEntry | undefined
  last: LoggedEntry | undefined
  /** Entries after the head that continue the chain; null once a line there does not. */
  behind: Behind | undefined | null
  pending: PlacedCheckpoint | undefined
  outsideMet: boolean
  /** Entry that reports an earlier log, until the host has cleared the stop that followed. */
  replaced: { readonly where: Where; readonly detail: string } | undefined
  readonly headsMet: Set<Head>
}

const takeNext = async ({ checkpoints }: WalkParts): Promise<PlacedCheckpoint | undefined> => {
  const { value, done } = await checkpoints.next()
  return done ? undefined : value
}

/** Notes an incomplete last line. A line before the recorded end is covered by the comparison with the head. */
const reportUnfinished = ({ remarks, file, line, end }: Walk, { start }: Line): void => {
  if (start < end) return
  const detail = 'The last line is incomplete: it is being written, or writing it was interrupted.'
  remarks.notes.push({ code: 'LOG_UNFINISHED_LINE', where: inFile(file, { line, offset: start }), detail })
}

const visit = async (walk: Walk, line: Line): Promise<void> => {
  const entry = line.finished ? parseLine(line.bytes) : undefined
  const isWithin = line.end <= walk.end
  const fault = findFault(entry, walk)
  const where = inFile(walk.file, { line: walk.line, seq: entry?.seq ?? null, offset: line.start })
  if (fault) {
    const beyond = { code: 'AFTER_HEAD', detail: `Beyond the end recorded in the head: ${fault.detail}` } as const
    find(walk.remarks, { ...(isWithin ? fault : beyond), where })
  }
  walk.expected = placeAfter(entry, walk)
  if (entry && isWithin) await accept(walk, entry, line)
  if (!isWithin) walk.behind = fault || !entry ? null : behindWith(walk, entry, where)
}

/** Extends the entries after the head by one that continues the chain; the next start adopts only these. */
const behindWith = ({ behind }: Walk, { seq }: LoggedEntry, where: Where): Behind | null =>
  behind === null ? null : { from: seq, where, ...behind, to: seq }

const placeAfter = (entry: LoggedEntry | undefined, { expected }: Walk): Walk['expected'] =>
  entry ? { seq: entry.seq + 1, prevHash: entry.hash } : { seq: expected.seq + 1, prevHash: null }

const accept = async (walk: Walk, entry: LoggedEntry, line: Line): Promise<void> => {
  walk.first ??= entry
  walk.last = entry
  noteHeads(walk, entry, line)
  walk.unsigned.accept(entry)
  noteReplaced(walk, entry, line)
  if (walk.pending && walk.pending.checkpoint.size <= entry.seq) await judgeCheckpoints(walk, entry)
  if (walk.outside?.size === entry.seq && walk.outside.rootHash === entry.hash) walk.outsideMet = true
}

const noteReplaced = (walk: Walk, { action, outcome, reason, seq }: LoggedEntry, { start }: Line): void => {
  if (action === AUDIT_REPLACED) {
    walk.replaced = { where: inFile(walk.file, { line: walk.line, seq, offset: start }), detail: reason ?? '' }
  }
  if (action !== 'STOP_CLEAR' || outcome !== 'DONE' || !walk.replaced) return
  walk.remarks.notes.push({ code: 'LOG_REPLACED', ...walk.replaced })
  walk.replaced = undefined
}

const findFault = (
  entry: LoggedEntry | undefined,
  { expected }: Pick<Walk, 'expected'>,
): Pick<Finding, 'code' | 'detail'> | undefined => {
  if (!entry) return { code: 'ENTRY_MALFORMED', detail: 'The line is not an audit entry.' }
  if (entry.seq !== expected.seq) {
    return { code: 'SEQ_GAP', detail: `Entry ${expected.seq} is expected here; this one has number ${entry.seq}.` }
  }
  if (expected.prevHash !== null && entry.prevHash !== expected.prevHash) {
    const detail = 'It does not contain the hash of the entry before it: one of the two was changed.'
    return { code: 'CHAIN_BROKEN', detail }
  }
  return undefined
}

const listHeads = ({ head: { newest, older } }: Walk): Head[] =>
  [newest, older].filter((head): head is Head => head !== undefined)

const noteHeads = (walk: Walk, entry: LoggedEntry, { end }: Line): void => {
  for (const head of listHeads(walk)) {
    if (head.offset === end && head.size === entry.seq && head.root === entry.hash) walk.headsMet.add(head)
  }
}

const reportHeads = (walk: Walk, log: Opened): void => {
  for (const head of listHeads(walk)) {
    if (walk.headsMet.has(head) || isBegin(head)) continue
    const has = walk.last?.seq ?? 0
    if (head === walk.head.newest && log.size < head.offset) {
      const detail = `The head records ${head.size} entries, the log has ${has}: its end was cut off.`
      return find(walk.remarks, { code: 'LOG_CUT', where: inFile(walk.file, { seq: has, offset: log.size }), detail })
    }
    const detail = `No entry ${head.size} with the hash recorded in the head ends at byte ${head.offset}.`
    find(walk.remarks, { code: 'HEAD_MISMATCH', where: inFile('head', { seq: head.size }), detail })
  }
}

const isBegin = ({ size, root, offset }: Head): boolean => size === 0 && offset === 0 && root === NOTHING

const judgeCheckpoints = async (walk: Walk, { seq, hash }: LoggedEntry): Promise<void> => {
  while (walk.pending && walk.pending.checkpoint.size <= seq) {
    const { checkpoint, where } = walk.pending
    if (checkpoint.size !== seq || checkpoint.rootHash !== hash) {
      const detail = `The log's entry ${checkpoint.size} is not the one that was signed: it, or one before it, was changed.`
      find(walk.remarks, { code: 'CHECKPOINT_MISMATCH', where: { ...where, seq: checkpoint.size }, detail })
    }
    walk.pending = await takeNext(walk)
  }
  walk.unsigned.settle()
}

/**
 * Reports entries after the head, unless they were being written when the log was opened, in which case the head now
 * covers them.
 */
const reportBehind = async ({ behind, head, headPath, remarks }: Walk): Promise<void> => {
  if (!behind || (await movesOn(headPath, head))) return
  const { from, to, where } = behind
  const [what, they] =
    from === to ? [`1 entry, ${from}, is`, 'it'] : [`${to - from + 1} entries, ${from} to ${to}, are`, 'them']
  const detail = `${what} beyond the end recorded in the head, written when the server was killed, or added since: the next start adopts ${they}.`
  remarks.notes.push({ code: 'BEHIND_HEAD', where, detail })
}

/** Reports checkpoints that cover more entries than exist. */
const reportBeyond = async (walk: Walk): Promise<void> => {
  const { remarks, outside } = walk
  const has = walk.last?.seq ?? 0
  for (; walk.pending; walk.pending = await takeNext(walk)) {
    const { checkpoint, where } = walk.pending
    const detail = `It covers ${checkpoint.size} entries, the log has ${has}: its end was cut off.`
    find(remarks, { code: 'CHECKPOINT_BEYOND', where: { ...where, seq: checkpoint.size }, detail })
  }
  if (!outside || walk.outsideMet) return
  const where = inFile(OUTSIDE, { seq: outside.size })
  if (outside.size > has) {
    const detail = `It covers ${outside.size} entries, the log has ${has}: its end was cut off.`
    find(remarks, { code: 'OUTSIDE_BEYOND', where, detail })
  } else {
    const detail = `The log's entry ${outside.size} is not the one that was signed then: the log was rewritten.`
    find(remarks, { code: 'OUTSIDE_MISMATCH', where, detail })
  }
}
