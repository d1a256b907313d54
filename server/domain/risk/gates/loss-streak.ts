import { gateWithLimits, isBoundByLosses, onHost } from '../gate.ts'
import { measure } from '../observation.ts'
import { below, byAutotrading, healthyView, seeing } from '../probes/cases.ts'
import { whole } from '../setting-rule.ts'

/** Blocks increasing orders after a number of consecutive losses, until the breaker is re-armed on the host. */
export const lossStreak = gateWithLimits({
  id: 'G22',
  code: 'LOSS_STREAK',
  kind: 'B',
  label: 'consecutive losses',
  remedy: onHost('Resume on the host to re-arm it: plimsoll resume.'),
  limits: {
    'limits.maxLossStreak': {
      default: 6,
      allowed: whole(1, 1_000),
      title: 'Consecutive losses',
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
      what: 'the number of consecutive losses',
      observed: day.lossStreak,
      bound: 'less than',
      limit: limits.maxLossStreak,
      unit: 'count',
      setting: 'limits.maxLossStreak',
      remedy: 'only reducing orders pass until trading is resumed on the host: plimsoll resume',
    }),
})
