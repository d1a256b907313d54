import { byApi, gateWithLimits, increases } from '../gate.ts'
import { moneyLimit } from '../limits.ts'
import { judge } from '../observation.ts'
import { sumExposure } from '../present-risk.ts'
import { LOTS_PER_USDT, orderWorth, upTo } from '../probes/cases.ts'
import { amount } from '../setting-rule.ts'
import { grossExposure } from '../worst-exposure.ts'

/** Limits the exposure of all symbols together, with every working and unknown order filled. */
export const maxGrossExposure = gateWithLimits({
  id: 'G14',
  code: 'GROSS_EXPOSURE',
  kind: 'S',
  label: 'gross exposure',
  remedy: byApi('Lower the gross exposure: close or reduce positions.'),
  limits: {
    'limits.maxGrossExposure': {
      default: '20000',
      allowed: amount,
      title: 'Worst-case exposure of all symbols',
      unit: 'USDT',
      bound: 'at most',
      used: sumExposure,
      probe: { steps: upTo(LOTS_PER_USDT), createCase: (count, constitution) => orderWorth(constitution, count) },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const limit = moneyLimit(view.constitution, 'maxGrossExposure')
    const exposure = grossExposure(candidate, view)
    return judge(
      {
        what: 'the worst-case exposure of all symbols',
        observed: exposure,
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxGrossExposure,
        unit: 'USDT',
        setting: 'limits.maxGrossExposure',
        remedy: 'reduce the order, cancel working orders, or reduce a position with a reduce-only order',
      },
      exposure !== null && limit !== null && exposure <= limit,
    )
  },
})
