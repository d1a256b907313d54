import { type Checkpoint, isSignedBy, parseCheckpoint } from './checkpoint.ts'
import { decodeText } from './entry-line.ts'
import { find, inFile, type Remarks, type Where } from './finding.ts'
import { type Line, lines } from './lines.ts'
import type { Opened } from './open-or-report.ts'

/**
 * Reads the checkpoint file of an audit log for verification: yields the readable checkpoints in order of size, and
 * reports malformed, wrongly signed and disordered ones as findings.
 */
export async function* readCheckpoints(parts: CheckpointParts): AsyncGenerator<PlacedCheckpoint> {
  const { opened, counted } = parts
  if (!opened) return
  let number = 0
  for await (const line of lines(opened.file, { from: 0, to: opened.size })) {
    number++
    const where = inFile(opened.name, { line: number, offset: line.start })
    const checkpoint = readLine(parts, line, where)
    if (!checkpoint) continue
    const before = counted.lastSize ?? 0
    counted.count++
    counted.lastSize = Math.max(checkpoint.size, before)
    if (checkpoint.size > before) yield { checkpoint, where }
    else reportDisorder(parts, { checkpoint, where }, before)
  }
}

/** Checkpoint with its position in the file. */
export interface PlacedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly where: Where
}

export interface CheckpointParts {
  readonly opened: Opened | undefined
  readonly publicKey: string | undefined
  readonly remarks: Remarks
  /** Number of checkpoints read so far, and the largest size. */
  readonly counted: { count: number; lastSize: number | null }
}

const readLine = (
  { opened, publicKey, remarks }: CheckpointParts,
  line: Line,
  where: Where,
): Checkpoint | undefined => {
  if (isBegun(line, opened?.size ?? 0)) {
    const detail = 'The last line is incomplete: it is being written, or writing it was interrupted.'
    remarks.notes.push({ code: 'CHECKPOINT_UNFINISHED_LINE', where, detail })
    return undefined
  }
  const checkpoint = line.finished ? parseCheckpoint(decodeText(line.bytes) ?? '') : undefined
  if (!checkpoint) {
    find(remarks, { code: 'CHECKPOINT_MALFORMED', where, detail: 'The line is not a checkpoint.' })
  } else if (publicKey !== undefined && !isSignedBy(checkpoint, publicKey)) {
    find(remarks, { code: 'CHECKPOINT_SIGNATURE', where, detail: 'It was not signed by the key of this log.' })
  }
  return checkpoint
}

/** Returns whether the line is the beginning of a checkpoint, cut off before its closing brace. */
const isBegun = ({ bytes, finished, end }: Line, size: number): boolean => {
  const brace = bytes.indexOf('}')
  return !finished && end === size && (brace === -1 || brace === bytes.length - 1)
}

const reportDisorder = (
  { remarks }: CheckpointParts,
  { checkpoint, where }: PlacedCheckpoint,
  before: number,
): void => {
  const detail = `It covers ${checkpoint.size} entries, but an earlier one covers ${before}: the number can only grow.`
  find(remarks, { code: 'CHECKPOINT_ORDER', where, detail })
}
