import { type Arguments, readText } from './arguments.ts'
import { HostRefusal } from './verb.ts'

const REASON_MAX = 500

/** Why something is done, for the audit. */
export const readReason = (args: Arguments): string => {
  const reason = readText(args, 'reason')
  if (reason.trim() !== '') return reason.slice(0, REASON_MAX)
  throw new HostRefusal('BAD_ARGUMENT', "'reason' must not be empty.", 'It is kept in the audit: say why.')
}
