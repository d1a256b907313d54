import { type Gate, increases } from '../gate.ts'
import { measure } from '../observation.ts'
import { grossExposure, shareOfEquity } from '../worst-exposure.ts'

/** The exposure at worst is a small multiple of the equity. */
export const maxLeverage: Gate = {
  id: 'G15',
  code: 'LEVERAGE',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) =>
    measure({
      what: 'the exposure at worst over the equity',
      observed: shareOfEquity(grossExposure(candidate, view), view.account.equity),
      bound: 'at most',
      limit: view.constitution.limits.maxLeverage,
      unit: 'ratio',
      setting: 'limits.maxLeverage',
      remedy: 'order less, cancel working orders, or reduce a position with a reduce-only order',
    }),
}
