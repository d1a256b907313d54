import { byApi, type Gate, isAutotradingEntry } from '../gate.ts'
import { state } from '../observation.ts'

/**
 * Requires that the symbol of an autotrading entry has neither a position nor a working order; autotrading does not
 * even add to its own positions.
 */
export const symbolFree: Gate = {
  id: 'G29',
  code: 'SYMBOL_FREE',
  kind: 'C',
  label: 'symbol taken',
  remedy: byApi('The position or order in the symbol must end: wait for its exit, or close or cancel it.'),
  enforces: isAutotradingEntry,
  read: (candidate, { symbolHeldBy }) => {
    if (!isAutotradingEntry(candidate)) return state(true, null, 'only autotrading entries need a free symbol')
    if (symbolHeldBy === null) return state(true, 'FREE', 'the symbol has no position or order')
    return symbolHeldBy === 'ENGINE'
      ? state(false, 'ENGINE', 'autotrading already has a position or order in the symbol: wait until it has ended')
      : state(false, 'OTHER', 'the symbol has a position or an order from another source: wait until it is closed')
  },
}
