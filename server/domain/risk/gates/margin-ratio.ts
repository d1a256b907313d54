import { byApi, gateWithLimits, increases } from '../gate.ts'
import { measure } from '../observation.ts'
import { EQUITY, PARTS, partsOfEquity, upTo, withAccount } from '../probes/cases.ts'
import { number } from '../setting-rule.ts'
import { shareOfEquity } from '../worst-exposure.ts'

/** Limits the maintenance margin after the order to a small share of the equity. */
export const marginRatio = gateWithLimits({
  id: 'G16',
  code: 'MARGIN',
  kind: 'S',
  label: 'margin',
  remedy: byApi('The margin ratio has to go down: close or reduce positions, or add money.'),
  limits: {
    'limits.maxMarginRatio': {
      default: 0.3,
      allowed: number(0, 1),
      title: 'The maintenance margin after the order over the equity',
      unit: 'ratio',
      bound: 'at most',
      used: ({ maintenanceMargin, equity }) => shareOfEquity(maintenanceMargin, equity),
      probe: {
        steps: upTo(PARTS),
        createCase: (count, constitution) =>
          withAccount(constitution, { equity: EQUITY, maintenanceMarginAfter: partsOfEquity(count) }),
      },
    },
  },
  enforces: increases,
  read: (_candidate, { account, constitution: { limits } }) =>
    measure({
      what: 'the maintenance margin after the order over the equity',
      observed: shareOfEquity(account.maintenanceMarginAfter, account.equity),
      bound: 'at most',
      limit: limits.maxMarginRatio,
      unit: 'ratio',
      setting: 'limits.maxMarginRatio',
      remedy: 'order less, or reduce a position',
    }),
})
