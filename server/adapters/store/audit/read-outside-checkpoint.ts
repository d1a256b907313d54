import { type Checkpoint, isSignedBy, type OutsideCheckpoint, parseOutside } from './checkpoint.ts'
import { find, inFile, type Remarks } from './finding.ts'

/**
 * Verifies a checkpoint that was stored outside the data directory: parses the last line of its text, and reports a
 * wrong form, signature or key as a finding. `publicKey` is the current key of the log.
 */
export const readOutsideCheckpoint = (
  remarks: Remarks,
  text: string,
  publicKey: string | undefined,
): Checkpoint | undefined => {
  const checkpoint = parseOutside(text.trim().split('\n').at(-1) ?? '')
  const where = inFile(OUTSIDE, { seq: checkpoint?.size ?? null })
  if (!checkpoint) {
    const detail = 'It cannot be read as a checkpoint: one line of JSON, as printed by plimsoll audit checkpoint.'
    find(remarks, { code: 'OUTSIDE_MALFORMED', where, detail })
    return undefined
  }
  if (!isSigned(checkpoint, publicKey)) {
    find(remarks, { code: 'OUTSIDE_SIGNATURE', where, detail: 'Its signature does not match its content.' })
  }
  if (isOfOtherKey(checkpoint, publicKey)) {
    const detail = 'It was signed with another key than the one this log has now: the log or its key was replaced.'
    find(remarks, { code: 'OUTSIDE_OTHER_KEY', where, detail })
  }
  return checkpoint
}

/** Name of a checkpoint stored elsewhere. */
export const OUTSIDE = 'the checkpoint given'

type Given = Checkpoint & Partial<OutsideCheckpoint>

const isSigned = (checkpoint: Given, publicKey: string | undefined): boolean => {
  const key = checkpoint.publicKey ?? publicKey
  return key !== undefined && isSignedBy(checkpoint, key)
}

const isOfOtherKey = (checkpoint: Given, publicKey: string | undefined): boolean =>
  checkpoint.publicKey !== undefined && publicKey !== undefined && checkpoint.publicKey !== publicKey
