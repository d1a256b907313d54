/** Gate G31: limits the loss of one position at its stop. Gate G32 uses the same reading for all positions together. */

import type { Money } from '../../account/money.ts'
import { lots, ticks } from '../../market/instrument.ts'
import type { Candidate } from '../../order/order.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Observation, type ProbeCase } from '../gate.ts'
import { decimalLimit } from '../limits.ts'
import { addedBy, isWithinShare, lossesAfter } from '../loss-at-stop.ts'
import { judge, state } from '../observation.ts'
import { EQUITY, MARK, PARTS_PER_PCT, partsOfEquity, upTo, withAccount } from '../probes/cases.ts'
import type { RiskView } from '../risk-view.ts'
import { decimalText } from '../setting-rule.ts'
import { shareOfEquity } from '../worst-exposure.ts'

/** Limits the loss of the resulting position, as a share of the equity, when it is closed at its stop. */
export const positionLoss = gateWithLimits({
  id: 'G31',
  code: 'POSITION_LOSS',
  kind: 'S',
  label: 'loss of the position at its stop',
  remedy: byItself(
    'Lower the loss of the resulting position at its stop: reduce the order, or move the stop closer to the entry price.',
  ),
  limits: {
    'limits.maxPositionLossPct': {
      default: '2',
      allowed: decimalText(0, 100),
      title: 'Loss of a position at its stop as a share of equity',
      unit: 'percent',
      bound: 'at most',
      used: ({ symbols, equity }) =>
        symbols.reduce<number | null>((most, { worstLoss }) => larger(most, lossPct(worstLoss, equity)), 0),
      probe: {
        steps: upTo(PARTS_PER_PCT),
        createCase: (count, constitution) => losing(constitution, partsOfEquity(count)),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) =>
    lossReading(candidate, view, {
      loss: lossesAfter(candidate, view)?.position ?? null,
      setting: 'maxPositionLossPct',
      what: 'the loss of the whole position at its stop',
    }),
})

interface Lost {
  readonly loss: Money | null
  readonly setting: 'maxPositionLossPct' | 'maxTotalLossPct'
  readonly what: string
}

/** Returns a loss as a percentage of equity; null while either is unknown. */
export const lossPct = (loss: Money | null, equity: Money | null): number | null => {
  const share = shareOfEquity(loss, equity)
  return share === null ? null : share * 100
}

/** Returns the larger of two numbers; null unless both are known. */
const larger = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b))

/** Compares a loss at the stops with its limit as a share of equity. */
export const lossReading = (candidate: Candidate, view: RiskView, { loss, setting, what }: Lost): Observation => {
  if (addedBy(candidate.terms, view.atRisk) === 0) return state(true, 'NOT_INCREASED', 'the order only reduces')
  const { equity } = view.account
  const limit = decimalLimit(view.constitution, setting)
  return judge(
    {
      what,
      amount: loss,
      observed: lossPct(loss, equity),
      bound: 'at most',
      limit: limit && view.constitution.limits[setting],
      unit: 'percent',
      setting: `limits.${setting}`,
      remedy: 'reduce the order, or move the stop closer to the entry price',
    },
    loss !== null && equity !== null && limit !== null && isWithinShare(loss, equity, limit),
  )
}

/** Builds the healthy order beside a position whose loss brings the total to the given loss. */
const losing = (constitution: Constitution, loss: Money): ProbeCase => {
  const { candidate, view } = withAccount(constitution, { equity: EQUITY })
  const open = (cost: Money): RiskView => ({
    ...view,
    atRisk: { ...view.atRisk, position: { side: 'BUY', quantity: lots(10), cost, stop: ticks(MARK) } },
  })
  const lossOfMuch = lossesAfter(candidate, open(EQUITY))?.position ?? 0n
  return { candidate, view: open(EQUITY + loss - lossOfMuch) }
}
