import { type Gate, isAutotradingEntry, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Rejects entries of a strategy that is quarantined or not registered. */
export const strategyFit: Gate = {
  id: 'G30',
  code: 'STRATEGY_FIT',
  kind: 'Q',
  label: 'strategy fit',
  remedy: onHost('The strategy must be in a trading scope and out of quarantine: plimsoll strategies rearm.'),
  enforces: isAutotradingEntry,
  read: (candidate, { strategyHeld }) => {
    if (!isAutotradingEntry(candidate)) return state(true, null, 'only autotrading entries come from a strategy')
    return strategyHeld === null
      ? state(true, 'FIT', 'entries of the strategy are allowed')
      : state(false, 'HELD', `entries of the strategy are blocked: ${strategyHeld}`)
  },
}
