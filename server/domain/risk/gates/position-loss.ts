import { type Money, printMoney } from '../../account/money.ts'
import type { Candidate } from '../../order/order.ts'
import { type Gate, increases, type Observation } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { addedBy, isWithinShare, lossesAfter } from '../loss-at-stop.ts'
import { judge, state } from '../observation.ts'
import type { RiskView } from '../risk-view.ts'
import { shareOfEquity } from '../worst-exposure.ts'

/** The whole position that results from the order loses only so much of the equity when it is closed at its stop. */
export const positionLoss: Gate = {
  id: 'G31',
  code: 'POSITION_LOSS',
  kind: 'S',
  enforces: increases,
  read: (candidate, view) =>
    lossReading(candidate, view, {
      loss: lossesAfter(candidate, view)?.position ?? null,
      setting: 'maxPositionLossPct',
      what: 'the loss of the whole position at its stop',
    }),
}

interface Lost {
  readonly loss: Money | null
  readonly setting: 'maxPositionLossPct' | 'maxTotalLossPct'
  readonly what: string
}

/** Holds a loss at the stops against a share of the equity. */
export const lossReading = (candidate: Candidate, view: RiskView, { loss, setting, what }: Lost): Observation => {
  if (addedBy(candidate.terms, view.atRisk) === 0) return state(true, 'NOT_INCREASED', 'the order only reduces')
  const { equity } = view.account
  const limit = getLimits(view.constitution)[setting]
  const share = shareOfEquity(loss, equity)
  const amount = loss === null ? '' : `, ${printMoney(loss).replace(/\d{6}$/, '')} USDT,`
  return judge(
    {
      what: `${what}${amount}`,
      observed: share === null ? null : share * 100,
      bound: 'at most',
      limit: limit && view.constitution.limits[setting],
      unit: 'percent',
      setting: `limits.${setting}`,
      remedy: 'order less, or bring the stop nearer to the entry price',
    },
    loss !== null && equity !== null && limit !== null && isWithinShare(loss, equity, limit),
  )
}
