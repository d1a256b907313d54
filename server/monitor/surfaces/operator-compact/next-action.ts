import type { Static } from 'typebox'
import type { operatorCompactTruth } from '../../../../contract/monitor/operator-compact-truth.ts'

type NextAction = Static<(typeof operatorCompactTruth)['data']>['nextAction']

const ACTIONS = {
  NOT_SEEN: [
    'HOST_CLI',
    'Wait for the items in missingEvidence. If they stay missing, run on the host: plimsoll status.',
  ],
  FEED_STALE: [
    'HOST_CLI',
    'Check the market connection: plimsoll doctor. Entries stay blocked until market data arrive again.',
  ],
  UNPROTECTED: ['EXCHANGE', 'The guardian closes it within seconds. If it stays, close the position at the exchange.'],
  UNPROTECTED_UNCLOSABLE: ['EXCHANGE', 'Close the position at the exchange yourself, now.'],
  HALTED_UNPROTECTED: [
    'EXCHANGE',
    'The guardian goes on in a halt. If the position stays without its stop, close it there.',
  ],
  OUTAGE: ['HOST_CLI', 'Free disk space and leave the process up; then: plimsoll status.'],
  STORE_FAILED: ['HOST_CLI', 'Free disk space and leave the process up; then: plimsoll stop clear.'],
  FOREIGN_EPOCH: [
    'HOST_CLI',
    'Two servers trade on one account: shut one down permanently, cancel its orders, restart the other.',
  ],
  OUTCOME_UNKNOWN: ['EXCHANGE', 'Find the order by its venueClientId at the exchange and cancel it there.'],
  UNRESOLVED_OUTCOME: [
    'EXCHANGE',
    'Find the order by its venueClientId at the exchange and cancel it there; then: plimsoll stop clear.',
  ],
  QTY_MISMATCH: ['EXCHANGE', 'Compare the position with the exchange and settle it there; then: plimsoll stop clear.'],
  OVERFILLED: [
    'EXCHANGE',
    'Compare the position with the exchange and keep the log for it; then: plimsoll stop clear.',
  ],
  AUDIT_BROKEN: [
    'HOST_CLI',
    'Copy the audit folder before anything else; then: plimsoll audit verify, and plimsoll stop clear when it holds.',
  ],
  LEDGER_BEHIND: [
    'HOST_CLI',
    'Restore the data directory from a backup, or compare orders and positions with the exchange; then: plimsoll stop clear.',
  ],
  CONSTITUTION_BROKEN: [
    'HOST_CLI',
    'Put the constitution back as it was declared and start again; then: plimsoll stop clear.',
  ],
  EMERGENCY_STOP: [
    'HOST_CLI',
    'Find out who engaged the stop; when that is settled: plimsoll stop clear, then plimsoll resume.',
  ],
  STOP_FILE: [
    'HOST_CLI',
    'Find out who created the file; when that is settled: plimsoll stop clear, then plimsoll resume.',
  ],
  BOUNDARY: ['HOST_CLI', 'Stop it: plimsoll stop. Something that may only advise can act.'],
  SECURITY: ['HOST_CLI', 'Check security-rbac-truth; if in doubt: plimsoll stop.'],
  CONSTITUTION: ['HOST_CLI', 'Check runtime-constitution-truth; if in doubt: plimsoll stop.'],
  SURFACE_CRITICAL: ['HOST_CLI', 'Follow the surface that the summary names; if in doubt: plimsoll stop.'],
  EXCHANGE_UNREACHABLE: [
    'HOST_CLI',
    'Check the network and the status page of the exchange: plimsoll doctor. Stops at the exchange stay in place.',
  ],
  DEGRADED: ['NONE', 'Remove the cause; trading resumes after one healthy minute.'],
  BREAKER: ['HOST_CLI', 'Find out why it tripped; then: plimsoll resume, which re-arms it.'],
  DIFFERENCES: ['EXCHANGE', 'Find out who traded there, and settle it at the exchange.'],
  EXTERNAL_ORDERS: ['EXCHANGE', 'The account has external orders: cancel them if no user recognises them.'],
  QUARANTINE: ['HOST_CLI', 'A strategy enters nothing until the host lets it: see plimsoll strategies.'],
  PAUSED_BY_ENGINE: ['HOST_CLI', 'Check plimsoll status; then: plimsoll resume.'],
  PUBLIC_STATUS: ['NONE', 'Follow the next step of public-status-truth.'],
  PROTECTION: ['NONE', 'Follow protection-blocker-truth.'],
  PAUSED: ['HOST_CLI', 'No action needed. To resume: plimsoll resume.'],
  GOING_DOWN: ['HOST_CLI', 'No action needed. To start again: plimsoll start.'],
  NOTHING: ['NONE', 'No action needed.'],
} as const satisfies Record<string, readonly [NextAction['where'], string]>

export type ActionCode = keyof typeof ACTIONS

/** Returns the action for the most severe concern, and where to take it. */
export const getNextAction = (code: ActionCode): NextAction => {
  const [where, text] = ACTIONS[code]
  return { code, text, where }
}

export const isActionCode = (code: string): code is ActionCode => Object.hasOwn(ACTIONS, code)
