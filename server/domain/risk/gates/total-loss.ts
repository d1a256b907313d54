import type { Money } from '../../account/money.ts'
import type { Constitution } from '../constitution.ts'
import { byApi, gateWithLimits, increases, type ProbeCase } from '../gate.ts'
import { lossesAfter } from '../loss-at-stop.ts'
import { EQUITY, PARTS_PER_PCT, partsOfEquity, upTo, withAccount } from '../probes/cases.ts'
import { decimalText } from '../setting-rule.ts'
import { lossPct, lossReading } from './position-loss.ts'

/** Limits the loss of all positions together, as a share of the equity, when each is closed at its stop. */
export const totalLoss = gateWithLimits({
  id: 'G32',
  code: 'TOTAL_LOSS',
  kind: 'S',
  label: 'loss of all positions at their stops',
  remedy: byApi('Lower the total loss at the stops: reduce the order or positions, or move stops closer.'),
  limits: {
    'limits.maxTotalLossPct': {
      default: '6',
      allowed: decimalText(0, 100),
      title: 'Loss of all positions at their stops as a share of equity',
      unit: 'percent',
      bound: 'at most',
      used: ({ worstLoss, equity }) => lossPct(worstLoss, equity),
      probe: {
        steps: upTo(PARTS_PER_PCT),
        createCase: (count, constitution) => losingElsewhere(constitution, partsOfEquity(count)),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) =>
    lossReading(candidate, view, {
      loss: lossesAfter(candidate, view)?.all ?? null,
      setting: 'maxTotalLossPct',
      what: 'the loss of all positions at their stops',
    }),
})

/** Builds the healthy order beside other symbols whose losses bring the total to the given loss. */
const losingElsewhere = (constitution: Constitution, loss: Money): ProbeCase => {
  const { candidate, view } = withAccount(constitution, { equity: EQUITY })
  const own = lossesAfter(candidate, view)?.all ?? 0n
  return { candidate, view: { ...view, atRisk: { ...view.atRisk, otherSymbols: loss - own } } }
}
