import { DAY_MS } from '../../../core/instant.ts'
import type { Money } from '../../account/money.ts'
import type { Constitution } from '../constitution.ts'
import { byApi, gateWithLimits, increases, type ProbeCase } from '../gate.ts'
import { decimalLimit } from '../limits.ts'
import { isWithinShare } from '../loss-at-stop.ts'
import { judge, state } from '../observation.ts'
import { exposed, PARTS_PER_PCT, partsOfEquity, upTo } from '../probes/cases.ts'
import { decimalText } from '../setting-rule.ts'
import { grossExposure, shareOfEquity } from '../worst-exposure.ts'

/** Limits the exposure of all symbols to a share of the equity in the first week of trading with real money. */
export const capitalRamp = gateWithLimits({
  id: 'G34',
  code: 'CAPITAL_RAMP',
  kind: 'S',
  label: 'exposure in the first week of live trading',
  remedy: byApi(
    'Lower the gross exposure: close or reduce positions, or wait until the first week of live trading ends.',
  ),
  limits: {
    'limits.firstWeekExposurePct': {
      default: '10',
      allowed: decimalText(0, 100),
      title: 'Worst-case exposure in the first week of live trading as a share of equity',
      unit: 'percent',
      bound: 'at most',
      probe: {
        steps: upTo(PARTS_PER_PCT),
        createCase: (count, constitution) => inFirstWeek(constitution, partsOfEquity(count)),
      },
    },
  },
  enforces: (candidate) => increases(candidate) && candidate.mode === 'LIVE',
  read: (candidate, view) => {
    if (candidate.mode !== 'LIVE') return state(true, 'PAPER', 'paper orders use no capital')
    if (view.liveForMs !== null && view.liveForMs >= RAMP_MS) {
      return state(true, 'ENDED', 'the first week of live trading has ended')
    }
    const { equity } = view.account
    const exposure = grossExposure(candidate, view)
    const share = shareOfEquity(exposure, equity)
    const limit = decimalLimit(view.constitution, 'firstWeekExposurePct')
    return judge(
      {
        what: 'the worst-case exposure in the first week of live trading as a share of equity',
        observed: share === null ? null : share * 100,
        bound: 'at most',
        limit: limit && view.constitution.limits.firstWeekExposurePct,
        unit: 'percent',
        setting: 'limits.firstWeekExposurePct',
        remedy: 'reduce the order, cancel working orders, or reduce a position with a reduce-only order',
      },
      exposure !== null && equity !== null && limit !== null && isWithinShare(exposure, equity, limit),
    )
  },
})

/** Time after the first live grant in which only part of the capital is used. */
export const RAMP_MS = 7 * DAY_MS

const inFirstWeek = (constitution: Constitution, exposure: Money): ProbeCase => {
  const { candidate, view } = exposed(constitution, exposure)
  return { candidate: { ...candidate, mode: 'LIVE' }, view: { ...view, liveForMs: 0 } }
}
