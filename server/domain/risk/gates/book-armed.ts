import { type Gate, isAutotradingEntry, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Limits autotrading to symbols of a trading scope that the host has armed. */
export const bookArmed: Gate = {
  id: 'G28',
  code: 'BOOK_ACTIVE',
  kind: 'C',
  label: 'armed book',
  remedy: onHost('A trading scope that includes the symbol must be armed on the host: --autotrading and --timeframes.'),
  enforces: isAutotradingEntry,
  read: (candidate, { bookArmed: armed }) => {
    if (!isAutotradingEntry(candidate)) return state(true, null, 'only autotrading entries need an armed trading scope')
    if (armed === true) return state(true, 'ARMED', 'the symbol is in an armed trading scope')
    return armed === null
      ? state(false, null, 'it is not known whether the trading scope is armed: wait until the engine has recovered')
      : state(false, 'NOT_ARMED', 'no armed trading scope includes this symbol: start with --autotrading on')
  },
}
