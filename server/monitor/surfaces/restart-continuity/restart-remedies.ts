import type { ContinuityId } from '../../../domain/control/continuity.ts'

const RESUME = 'Check that this is intended; then on the host: plimsoll resume.'

/** Remedies for checks that failed after a start. */
export const RESTART_REMEDIES: Readonly<Record<ContinuityId, string>> = {
  RC01: 'Check the disk; restore the data directory from a backup where the store is damaged.',
  RC02: 'Copy the audit folder before anything else; then: plimsoll audit verify.',
  RC03: 'Find out why it was stopped; then on the host: plimsoll stop clear, and plimsoll resume.',
  RC04: RESUME,
  RC05: 'Two servers trade on one account: shut one down permanently, then restart the other.',
  RC06: RESUME,
  RC07: 'Check the changed limits or settings; then on the host: plimsoll resume.',
  RC08: 'Find the order at the exchange by its venueClientId and cancel it there.',
  RC09: 'Compare positions and orders with the exchange and settle the difference there; check the connection: plimsoll doctor.',
  RC10: 'The guardian places the stop or closes the position. If it stays, close the position at the exchange.',
  RC11: 'Synchronise the clock of this host (NTP).',
  RC12: 'Wait for order books and bars; if it stays, check the connection: plimsoll doctor.',
  RC13: RESUME,
  RC14: 'Find out why the breaker tripped; then on the host: plimsoll resume, which re-arms it.',
  RC15: 'Find the cause in the log before it trades again; then on the host: plimsoll resume.',
  RC16: 'Grant live trading on the host: plimsoll live arm.',
  RC17: 'Find out who traded on the account; then on the host: plimsoll resume.',
}
