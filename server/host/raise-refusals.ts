import type { Raise } from '../engine/desks/raising-desk.ts'
import { HostRefusal } from './verb.ts'

/** Refusal to resume, with its remedy. */
export const raiseRefusal = (
  what: Raise,
  { code, detail }: { readonly code: string; readonly detail: string },
): HostRefusal => new HostRefusal(code, detail, REMEDIES[code]?.(COMMANDS[what]) ?? `See: plimsoll status.`)

const COMMANDS: Readonly<Record<Raise, string>> = {
  resume: 'plimsoll resume',
  clearStop: 'plimsoll stop clear',
}

const showAgain = (command: string): string => `Request a new code: ${command}.`

/** Remedies by code, given the command that was to be confirmed. */
const REMEDIES: Readonly<Record<string, (command: string) => string>> = {
  WRONG_CODE: showAgain,
  CODE_EXPIRED: showAgain,
  CHANGED_SINCE: showAgain,
  STOP_ENGAGED: () => 'See why it was engaged: plimsoll status.',
  NOT_PAUSED: () => 'See the current state: plimsoll status.',
  NOT_STOPPED: () => 'A paused engine goes on with: plimsoll resume.',
  LIMIT_STANDS: () => 'The daily loss limit applies until midnight UTC; the limits are in the constitution.',
  STORE_FAILED: (command) => `Free disk space, or repair the disk; then: ${command}.`,
  FOREIGN_EPOCH: (command) => `End the other engine permanently, restart this one, then: ${command}.`,
  NOT_RECONCILED: (command) => `Wait until the exchange answers, then: ${command}.`,
  DIFFERENCES: (command) => `Find out who traded there and settle it at the exchange; then: ${command}.`,
  OUTCOME_UNKNOWN: (command) => `The exchange is being queried; wait until the outcome is known, then: ${command}.`,
  UNPROTECTED: (command) => `Wait until their stops are verified, or close them; then: ${command}.`,
  NOT_SWEPT: (command) => `Wait until the stop is through, then: ${command}.`,
}
