import { byApi, gateWithLimits, increases } from '../gate.ts'
import { moneyLimit } from '../limits.ts'
import { judge } from '../observation.ts'
import { LOTS_PER_USDT, orderWorth, upTo } from '../probes/cases.ts'
import { amount } from '../setting-rule.ts'
import { symbolExposure } from '../worst-exposure.ts'

/** Limits the exposure of one symbol, with every working and unknown order filled. */
export const maxSymbolExposure = gateWithLimits({
  id: 'G13',
  code: 'MAX_SYMBOL_EXPOSURE',
  kind: 'S',
  label: 'symbol exposure',
  remedy: byApi('Lower the exposure of the symbol: close or reduce its position.'),
  limits: {
    'limits.maxSymbolExposure': {
      default: '10000',
      allowed: amount,
      title: 'Worst-case exposure of one symbol',
      unit: 'USDT',
      bound: 'at most',
      used: ({ symbols }) => symbols.reduce((most, { exposure }) => (exposure > most ? exposure : most), 0n),
      probe: { steps: upTo(LOTS_PER_USDT), createCase: (count, constitution) => orderWorth(constitution, count) },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const limit = moneyLimit(view.constitution, 'maxSymbolExposure')
    const exposure = symbolExposure(candidate, view)
    return judge(
      {
        what: 'the worst-case exposure of the symbol',
        observed: exposure,
        bound: 'at most',
        limit: limit === null ? null : view.constitution.limits.maxSymbolExposure,
        unit: 'USDT',
        setting: 'limits.maxSymbolExposure',
        remedy: 'reduce the order, cancel working orders, or reduce the position with a reduce-only order',
      },
      exposure !== null && limit !== null && exposure <= limit,
    )
  },
})
