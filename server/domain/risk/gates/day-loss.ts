import { isAutotradingEntry } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** After a day's loss of so much, autotrading enters no more. */
export const dayLoss: Gate = {
  id: 'G20',
  code: 'DAILY_LOSS',
  kind: 'B',
  enforces: isAutotradingEntry,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the net result of the day over the equity',
      observed: day.netPct,
      bound: 'at least',
      limit: limits.maxDayLossPct === null ? null : 0 - limits.maxDayLossPct,
      unit: 'percent',
      setting: 'limits.maxDayLossPct',
      remedy: 'autotrading enters again after a review on the host',
    }),
}
