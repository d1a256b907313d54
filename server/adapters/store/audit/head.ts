/**
 * The head file of the audit log, which records where the log ends. It has two slots with checksums, written in turn,
 * so that an interrupted write leaves one of them intact.
 */

import { type DurableWork, inFile, writeText } from '../disk.ts'
import { NOTHING, sha256 } from './entry-line.ts'

/** End of the log: number of entries, leaf hash of the last one, and the offset after it. */
export interface Head {
  /** Number of the write; even numbers use the first slot, odd ones the second. */
  readonly counter: number
  readonly size: number
  readonly root: string
  readonly offset: number
}

/** Content of the two slots; undefined where a slot is damaged. */
export interface HeadFile {
  readonly slots: readonly [Head | undefined, Head | undefined]
  /** False when there are bytes beyond the slots. */
  readonly isWhole: boolean
}

export const EMPTY_HEAD: Head = { counter: 0, size: 0, root: NOTHING, offset: 0 }

const DIGITS = 16
const number = `\\d{${DIGITS}}`
const SLOT = new RegExp(`^(${number}) (${number}) (${number}) ([0-9a-f]{64}) [0-9a-f]{64}\\n$`)
export const SLOT_BYTES = 3 * (DIGITS + 1) + 2 * (64 + 1)

const digits = (value: number): string => String(value).padStart(DIGITS, '0')

/** Prints one slot: counter, size, offset and root, with their checksum. All slots have the same length. */
const printSlot = ({ counter, size, offset, root }: Head): string => {
  const content = `${digits(counter)} ${digits(size)} ${digits(offset)} ${root}`
  return `${content} ${sha256(content)}\n`
}

const parseSlot = (text: string, parity: number): Head | undefined => {
  const [, counter, size, offset, root = ''] = SLOT.exec(text) ?? []
  const head = { counter: Number(counter), size: Number(size), offset: Number(offset), root }
  return printSlot(head) === text && head.counter % 2 === parity ? head : undefined
}

/** Parses a head file; damage is detected, whichever byte it is in. */
export const parseHead = (bytes: Buffer): HeadFile => {
  const text = bytes.toString('latin1')
  const slots = [0, 1].map((parity) => parseSlot(text.slice(parity * SLOT_BYTES, (parity + 1) * SLOT_BYTES), parity))
  const [first, second] = slots
  return { slots: [first, second], isWhole: bytes.length === 2 * SLOT_BYTES }
}

/** Returns the newer readable slot. */
export const pickNewest = ({ slots: [first, second] }: HeadFile): Head | undefined =>
  first && second ? (first.counter > second.counter ? first : second) : (first ?? second)

/** Prints a whole head file with the same head in both slots. */
export const printHeads = (head: Head): string => {
  const before = { ...head, counter: head.counter + 1 }
  return head.counter % 2 === 0 ? printSlot(head) + printSlot(before) : printSlot(before) + printSlot(head)
}

/** Writes a head to one slot; the other slot retains the previous head. Durable when it returns. */
export const writeHead = (path: string, head: Head): DurableWork<number> =>
  inFile(path, 'r+', (fd) => writeText(fd, printSlot(head), (head.counter % 2) * SLOT_BYTES))
