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
  remedy: byApi('Lower the margin ratio: close or reduce positions, or add margin.'),
  limits: {
    'limits.maxMarginRatio': {
      default: 0.3,
      allowed: number(0, 1),
      title: 'Maintenance margin after the order as a share of equity',
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
      what: 'the maintenance margin after the order as a share of equity',
      observed: shareOfEquity(account.maintenanceMarginAfter, account.equity),
      bound: 'at most',
      limit: limits.maxMarginRatio,
      unit: 'ratio',
      setting: 'limits.maxMarginRatio',
      remedy: 'reduce the order, or a position',
    }),
})
