import { byApi, gateWithLimits, increases } from '../gate.ts'
import { measure } from '../observation.ts'
import { sumExposure } from '../present-risk.ts'
import { exposed, PARTS, partsOfEquity, upTo } from '../probes/cases.ts'
import { number } from '../setting-rule.ts'
import { grossExposure, shareOfEquity } from '../worst-exposure.ts'

/** Limits the worst-case exposure to a small multiple of the equity. */
export const maxLeverage = gateWithLimits({
  id: 'G15',
  code: 'LEVERAGE',
  kind: 'S',
  label: 'leverage',
  remedy: byApi('Lower the leverage: close or reduce positions, or add margin.'),
  limits: {
    'limits.maxLeverage': {
      default: 3,
      allowed: number(0, 125),
      title: 'Worst-case exposure relative to equity',
      unit: 'ratio',
      bound: 'at most',
      used: (risk) => shareOfEquity(sumExposure(risk), risk.equity),
      probe: { steps: upTo(PARTS), createCase: (count, constitution) => exposed(constitution, partsOfEquity(count)) },
    },
  },
  enforces: increases,
  read: (candidate, view) =>
    measure({
      what: 'the worst-case exposure relative to equity',
      observed: shareOfEquity(grossExposure(candidate, view), view.account.equity),
      bound: 'at most',
      limit: view.constitution.limits.maxLeverage,
      unit: 'ratio',
      setting: 'limits.maxLeverage',
      remedy: 'reduce the order, cancel working orders, or reduce a position with a reduce-only order',
    }),
})
