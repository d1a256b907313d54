import { type Gate, increases } from '../gate.ts'
import { measure } from '../observation.ts'
import { shareOfEquity } from '../worst-exposure.ts'

/** The margin that must be maintained after the order stays a small part of the equity. */
export const marginRatio: Gate = {
  id: 'G16',
  code: 'MARGIN',
  kind: 'S',
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
}
