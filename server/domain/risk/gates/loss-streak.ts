import { gateWithLimits, isBoundByLosses, onHost } from '../gate.ts'
import { measure } from '../observation.ts'
import { below, byAutotrading, healthyView, seeing } from '../probes/cases.ts'
import { whole } from '../setting-rule.ts'

/** Blocks increasing orders after this many losses in a row until the host re-arms it. */
export const lossStreak = gateWithLimits({
  id: 'G22',
  code: 'LOSS_STREAK',
  kind: 'B',
  label: 'consecutive losses',
  remedy: onHost('The host re-arms it by resuming: plimsoll resume.'),
  limits: {
    'limits.maxLossStreak': {
      default: 6,
      allowed: whole(1, 1_000),
      title: 'Losses in a row',
      unit: 'count',
      bound: 'less than',
      used: ({ day }) => day.lossStreak,
      probe: {
        steps: below,
        createCase: (lossStreak, constitution) =>
          byAutotrading(seeing(constitution, { day: { ...healthyView(constitution).day, lossStreak } })),
      },
    },
  },
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
})
