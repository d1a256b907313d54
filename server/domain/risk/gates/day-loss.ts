import { isBoundByLosses } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** Blocks increasing orders after a day's loss of this size until the day or the limit changes. */
export const dayLoss: Gate = {
  id: 'G20',
  code: 'DAILY_LOSS',
  kind: 'B',
  enforces: isBoundByLosses,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the net result of the day over the equity',
      observed: day.netPct,
      bound: 'at least',
      limit: limits.maxDayLossPct === null ? null : 0 - limits.maxDayLossPct,
      unit: 'percent',
      setting: 'limits.maxDayLossPct',
      remedy: 'only orders that reduce pass until the next UTC day',
    }),
}
