import { isBoundByLosses } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { measure } from '../observation.ts'

/** Blocks increasing orders after this many losses in a row until the host re-arms it. */
export const lossStreak: Gate = {
  id: 'G22',
  code: 'LOSS_STREAK',
  kind: 'B',
  enforces: isBoundByLosses,
  read: (_candidate, { day, constitution: { limits } }) =>
    measure({
      what: 'the number of losses in a row',
      observed: day.lossStreak,
      bound: 'less than',
      limit: limits.maxLossStreak,
      unit: 'count',
      setting: 'limits.maxLossStreak',
      remedy: 'only orders that reduce pass until the host resumes: plimsoll resume',
    }),
}
