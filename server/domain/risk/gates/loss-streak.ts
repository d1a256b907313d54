import { isAutotradingEntry } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** After so many losses in a row, autotrading enters no more. */
export const lossStreak: Gate = {
  id: 'G22',
  code: 'LOSS_STREAK',
  kind: 'B',
  enforces: isAutotradingEntry,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the number of losses in a row',
      observed: day.lossStreak,
      bound: 'less than',
      limit: limits.maxLossStreak,
      unit: 'count',
      setting: 'limits.maxLossStreak',
      remedy: 'autotrading enters again after a review on the host',
    }),
}
