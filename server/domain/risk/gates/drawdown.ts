import { isAutotradingEntry } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** So far below its peak, the equity is no longer risked by autotrading. */
export const drawdown: Gate = {
  id: 'G21',
  code: 'DRAWDOWN',
  kind: 'B',
  enforces: isAutotradingEntry,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the fall of the equity below its peak',
      observed: day.drawdownPct,
      bound: 'at most',
      limit: limits.maxDrawdownPct,
      unit: 'percent',
      setting: 'limits.maxDrawdownPct',
      remedy: 'autotrading enters again after a review on the host',
    }),
}
