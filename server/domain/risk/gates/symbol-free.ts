import { isAutotradingEntry } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { state } from '../observation.ts'

/** Whoever opens a position owns it: autotrading enters no symbol in which a position or an entry stands, its own included. */
export const symbolFree: Gate = {
  id: 'G29',
  code: 'SYMBOL_FREE',
  kind: 'C',
  enforces: isAutotradingEntry,
  read: (candidate, { symbolHeldBy }) => {
    if (!isAutotradingEntry(candidate)) return state(true, null, 'only entries of autotrading need a free symbol')
    if (symbolHeldBy === null) return state(true, 'FREE', 'nothing stands in the symbol')
    return symbolHeldBy === 'ENGINE'
      ? state(false, 'ENGINE', 'autotrading is in the symbol already: wait until its position has ended')
      : state(false, 'OTHER', 'a position or an order of somebody else stands in the symbol: wait until it has ended')
  },
}
