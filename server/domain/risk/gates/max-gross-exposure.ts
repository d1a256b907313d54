import { printMoney } from '../../account/money.ts'
import { type Gate, increases } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { judge } from '../observation.ts'
import { grossExposure } from '../worst-exposure.ts'

/** All symbols together are exposed so much at most, with every working and unknown order filled. */
export const maxGrossExposure: Gate = {
  id: 'G14',
  code: 'GROSS_EXPOSURE',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) => {
    const limit = getLimits(view.constitution).maxGrossExposure
    const exposure = grossExposure(candidate, view)
    return judge(
      {
        what: 'the exposure of all symbols at worst',
        observed: exposure === null ? null : printMoney(exposure),
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxGrossExposure,
        unit: 'USDT',
        setting: 'limits.maxGrossExposure',
        remedy: 'order less, cancel working orders, or reduce a position with a reduce-only order',
      },
      exposure !== null && limit !== null && exposure <= limit,
    )
  },
}
