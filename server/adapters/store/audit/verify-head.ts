/**
 * Reads the head file of an audit log for verification, even while a server is writing it, and reports damage as
 * findings.
 */

import { basename } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { errorMessage } from '../../../core/errors.ts'
import { isSystemError, readIfThere, rethrowBug } from '../disk.ts'
import { find, inFile, type Remarks } from './finding.ts'
import { type Head, type HeadFile, parseHead, pickNewest, SLOT_BYTES } from './head.ts'

/** Reads both slots of the head file, and reports a missing file or damage. */
export const readHeadFile = async (path: string, remarks: Remarks): Promise<HeadReading> => {
  const file = await readStable(path, remarks)
  if (!file) return { newest: undefined, older: undefined }
  const newest = pickNewest(file)
  const older = file.slots.find((slot) => slot !== newest)
  reportDamage(file, basename(path), remarks)
  return { newest, older }
}

/** Content of the head file, as far as it can be read. */
export interface HeadReading {
  readonly newest: Head | undefined
  readonly older: Head | undefined
}

/** Maximum reads of the head; a slot being written appears damaged for a moment. */
const ATTEMPTS_MAX = 20

/** Returns the newest head that can be read at this moment, without reporting damage. */
export const headNow = (path: string): Head | undefined => {
  try {
    return pickNewest(parseHead(readIfThere(path) ?? Buffer.alloc(0)))
  } catch (error) {
    rethrowBug(error)
    return undefined
  }
}

const MOVES_MAX = 10
const MOVE_MS = 10

/**
 * Returns whether the head changes, which happens immediately after entries are written; a damaged head does not
 * change.
 */
export const movesOn = async (path: string, { newest, older }: HeadReading): Promise<boolean> => {
  if (!newest || !older) return false
  for (let attempts = 1; ; attempts++) {
    const now = headNow(path)
    if (now !== undefined && now.counter !== newest.counter) return true
    if (attempts === MOVES_MAX) return false
    await setTimeout(MOVE_MS)
  }
}

const readStable = async (path: string, remarks: Remarks): Promise<HeadFile | undefined> => {
  const where = inFile(basename(path))
  try {
    for (let attempts = 1; ; attempts++) {
      const bytes = readIfThere(path)
      if (bytes === null) {
        find(remarks, { code: 'HEAD_MISSING', where, detail: 'The head is missing: where the log ends is not known.' })
        return undefined
      }
      const file = parseHead(bytes)
      if (isSound(file) || attempts === ATTEMPTS_MAX) return file
      await setImmediate()
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    find(remarks, { code: 'FILE_UNREADABLE', where, detail: `It cannot be read (${errorMessage(error)}).` })
    return undefined
  }
}

const isSound = ({ slots: [first, second], isWhole }: HeadFile): boolean =>
  isWhole && first !== undefined && second !== undefined && follows(first, second)

const follows = (one: Head, other: Head): boolean => Math.abs(one.counter - other.counter) === 1

const reportDamage = ({ slots, isWhole }: HeadFile, file: string, remarks: Remarks): void => {
  const [first, second] = slots
  const damaged = (detail: string, offset: number): void =>
    find(remarks, { code: 'HEAD_DAMAGED', where: inFile(file, { offset }), detail })
  for (const [index, slot] of slots.entries()) {
    if (!slot) damaged('A slot of the head does not match its checksum.', index * SLOT_BYTES)
  }
  if (!isWhole) damaged(`The head does not have its required length, ${2 * SLOT_BYTES} bytes.`, 2 * SLOT_BYTES)
  if (first && second && !follows(first, second)) damaged('The two slots of the head are not consecutive.', 0)
}
