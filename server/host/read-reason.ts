import { isPrintable, printable } from '../core/printable.ts'
import { type Arguments, readText } from './arguments.ts'
import { HostRefusal } from './verb.ts'

const REASON_MAX = 500

/** Reads the reason for the audit: one line, not empty. Characters beyond 500 are cut off. */
export const readReason = (args: Arguments): string => {
  const reason = readText(args, 'reason')
  if (reason.trim() === '') {
    throw new HostRefusal('BAD_ARGUMENT', "'reason' must not be empty.", 'It is recorded in the audit: give a reason.')
  }
  if (isPrintable(reason)) return reason.slice(0, REASON_MAX)
  throw new HostRefusal('BAD_ARGUMENT', "'reason' must be one line without control or formatting characters.")
}

/** The reason of what must never be refused for its reason; null when none is given as text. */
export const reasonGiven = (reason: unknown): string | null =>
  typeof reason === 'string' ? printable(reason).slice(0, REASON_MAX).toWellFormed() : null
