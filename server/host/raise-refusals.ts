import type { Raise } from '../engine/desks/raising-desk.ts'
import { HostRefusal } from './verb.ts'

/** Why authority is not given back, with what to do about it. */
export const raiseRefusal = (
  what: Raise,
  { code, detail }: { readonly code: string; readonly detail: string },
): HostRefusal => new HostRefusal(code, detail, REMEDIES[code]?.(COMMANDS[what]) ?? `See: plimsoll status.`)

const COMMANDS: Readonly<Record<Raise, string>> = {
  resume: 'plimsoll resume',
  clearStop: 'plimsoll stop clear',
}

const showAgain = (command: string): string => `Ask for a new code: ${command}.`

/** What to do, given the command that was to be confirmed. */
const REMEDIES: Readonly<Record<string, (command: string) => string>> = {
  WRONG_CODE: showAgain,
  CODE_EXPIRED: showAgain,
  CHANGED_SINCE: showAgain,
  STOP_ENGAGED: () => 'See why it was engaged: plimsoll status.',
  NOT_PAUSED: () => 'See where it stands: plimsoll status.',
  NOT_STOPPED: () => 'A paused engine goes on with: plimsoll resume.',
  LIMIT_STANDS: () => 'A loss of the day stands until midnight UTC; the limits are in the constitution.',
  STORE_FAILED: (command) => `Make room on the disk, or mend it; then: ${command}.`,
  FOREIGN_EPOCH: (command) => `End the other engine for good, start this one again, then: ${command}.`,
  NOT_RECONCILED: (command) => `Wait until the exchange answers, then: ${command}.`,
  DIFFERENCES: (command) => `Find out who traded there and settle it at the exchange; then: ${command}.`,
  OUTCOME_UNKNOWN: (command) => `The exchange is being asked; wait until it is known, then: ${command}.`,
  UNPROTECTED: (command) => `Wait until their stops are verified, or close them; then: ${command}.`,
  NOT_SWEPT: (command) => `Wait until the stop is through, then: ${command}.`,
}
