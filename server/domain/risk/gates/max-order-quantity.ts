import type { Lots } from '../../market/instrument.ts'
import { type Gate, increases } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { firstFailing, measure } from '../observation.ts'

/** One order is no larger than a fixed number of lots, and than a small share of what the market trades in a day. */
export const maxOrderQuantity: Gate = {
  id: 'G12',
  code: 'MAX_ORDER_QTY',
  kind: 'S',
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
      limit: getLimits(constitution).maxOrderQuantity,
      setting: 'limits.maxOrderQuantity',
      remedy: 'order less',
    })
    if (share !== null && dayVolume === null) {
      const detail = 'the volume of the last 24 hours is not known: wait until the market is seen'
      return firstFailing(fixed, { pass: false, observed: terms.quantity, limit: null, unit: 'lots', detail })
    }
    const shared = measure({
      ...common,
      limit: share === null || dayVolume === null ? null : maxShareLots(dayVolume, share),
      setting: 'limits.maxOrderShareOfDayVolume',
      remedy: 'order less, the market is too thin for so much',
    })
    return fixed.pass && shared.pass && Number(shared.limit) < Number(fixed.limit)
      ? shared
      : firstFailing(fixed, shared)
  },
}

/** Whole lots; a division instead of the product, which may fall just short of a whole number. */
const maxShareLots = (dayVolume: Lots, share: number): number => {
  const floor = Math.floor(share * dayVolume)
  return (floor + 1) / dayVolume <= share ? floor + 1 : floor
}
