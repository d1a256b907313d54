import { type Lots, lots } from '../../market/instrument.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Limit, type Observation, type ProbeCase } from '../gate.ts'
import { wholeLimit } from '../limits.ts'
import { firstFailing, measure } from '../observation.ts'
import { sized, upTo } from '../probes/cases.ts'
import { number, wholeText } from '../setting-rule.ts'

/** Limits the quantity of one order to a fixed number of lots, and to a small share of the daily market volume. */
export const maxOrderQuantity = gateWithLimits({
  id: 'G12',
  code: 'MAX_ORDER_QTY',
  kind: 'S',
  label: 'order quantity',
  remedy: byItself('The order must be no larger than the exchange and the constitution allow.'),
  limits: {
    'limits.maxOrderQuantity': {
      default: '1000000',
      allowed: wholeText(0, Number.MAX_SAFE_INTEGER),
      title: 'Quantity of one order',
      unit: 'lots',
      bound: 'at most',
      probe: {
        steps: upTo(),
        createCase: (count, constitution) => sized(constitution, count, lots(Number.MAX_SAFE_INTEGER)),
        readBack: ({ limit }) => (limit === null ? undefined : String(limit)),
      },
    },
    'limits.maxOrderShareOfDayVolume': {
      default: 0.001,
      allowed: number(0, 1),
      title: 'Quantity of one order as a share of the 24 h volume',
      unit: 'ratio',
      bound: 'at most',
      probe: {
        steps: (share, constitution) => upTo(thinMarket(constitution))(share),
        createCase: (count, constitution) => sized(constitution, count, thinMarket(constitution)),
        readBack: (observed, probed) => shareReadBack(observed, probed),
      },
    },
  },
  enforces: increases,
  read: ({ terms }, { dayVolume, constitution, instrument }) => {
    const share = constitution.limits.maxOrderShareOfDayVolume
    const common = {
      what: 'the quantity',
      observed: terms.quantity,
      bound: 'at most',
      unit: 'lots',
      print: (count: number) => `${instrument.quantity.print(count)} ${instrument.symbol.replace(/USDT$/, '')}`,
    } as const
    const fixed = measure({
      ...common,
      limit: wholeLimit(constitution, 'maxOrderQuantity'),
      setting: 'limits.maxOrderQuantity',
      remedy: 'reduce the order',
    })
    if (share !== null && dayVolume === null) {
      const detail = 'the volume of the last 24 hours is not known: wait for market data'
      return firstFailing(fixed, { pass: false, observed: terms.quantity, limit: null, unit: 'lots', detail })
    }
    const shared = measure({
      ...common,
      limit: share === null || dayVolume === null ? null : maxShareLots(dayVolume, share),
      setting: 'limits.maxOrderShareOfDayVolume',
      remedy: 'reduce the order: it is too large for the volume of this market',
    })
    return fixed.pass && shared.pass && Number(shared.limit) < Number(fixed.limit)
      ? shared
      : firstFailing(fixed, shared)
  },
})

/** Computes whole lots by division, because the product may be just below a whole number. */
const maxShareLots = (dayVolume: Lots, share: number): number => {
  const floor = Math.floor(share * dayVolume)
  return (floor + 1) / dayVolume <= share ? floor + 1 : floor
}

/** Risk view of a market in which the share of its volume is less than the lots of one order, if possible. */
const thinMarket = (constitution: Constitution): Lots => {
  const maxOrderQuantity = wholeLimit(constitution, 'maxOrderQuantity')
  const share = constitution.limits.maxOrderShareOfDayVolume ?? 0
  const most = maxOrderQuantity === null || !(share > 0) ? MOST_TRADED : maxOrderQuantity / share / 2
  return lots(10 ** Math.max(0, Math.floor(Math.log10(Math.min(most, MOST_TRADED)))))
}

const MOST_TRADED = 1e12

/** Reads back the limit: the gate reports whole lots, and the effective share is the one that results in these lots. */
const shareReadBack = ({ limit }: Observation, { view }: ProbeCase): Limit | undefined => {
  const { dayVolume, constitution } = view
  const share = constitution.limits.maxOrderShareOfDayVolume
  if (typeof limit !== 'number' || dayVolume === null) return undefined
  if (share !== null && upTo(dayVolume)(share)[0] === limit) return share
  return limit / dayVolume
}
