import { printMoney } from '../../account/money.ts'
import { type Gate, increases } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { judge } from '../observation.ts'
import { symbolExposure } from '../worst-exposure.ts'

/** One symbol is exposed so much at most, with every working and unknown order filled. */
export const maxSymbolExposure: Gate = {
  id: 'G13',
  code: 'MAX_SYMBOL_EXPOSURE',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) => {
    const limit = getLimits(view.constitution).maxSymbolExposure
    const exposure = symbolExposure(candidate, view)
    return judge(
      {
        what: 'the exposure of the symbol at worst',
        observed: exposure === null ? null : printMoney(exposure),
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxSymbolExposure,
        unit: 'USDT',
        setting: 'limits.maxSymbolExposure',
        remedy: 'order less, cancel working orders, or reduce the position with a reduce-only order',
      },
      exposure !== null && limit !== null && exposure <= limit,
    )
  },
}
