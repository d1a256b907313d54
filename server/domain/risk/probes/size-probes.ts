import { type Money, priceToMoney } from '../../account/money.ts'
import { type Lots, lots, ticks } from '../../market/instrument.ts'
import type { Constitution } from '../constitution.ts'
import type { Observation } from '../gate.ts'
import { getLimits } from '../limits.ts'
import { lossesAfter } from '../loss-at-stop.ts'
import type { RiskView } from '../risk-view.ts'
import { DEFAULT_STOPS } from '../stop-distance.ts'
import { LOTS_PER_USDT, seeing, sized, worth } from './cases.ts'
import { healthyView, MARK, type ProbeCase, USDT } from './healthy-case.ts'
import { gateProbe, type Limit, type Probe } from './probe.ts'
import { downTo, upTo } from './steps.ts'

const EQUITY = 10_000n * USDT
const PARTS = 1_000_000
const PARTS_PER_PCT = PARTS / 100
/** So many millionths of the equity. */
const partsOfEquity = (count: number): Money => (EQUITY / BigInt(PARTS)) * BigInt(count)

/** From the mark to the stop of the healthy order, in ticks. */
const STOP_DISTANCE = 20_000

/** A market in which the share of its volume is less than the lots of one order, as far as that can be. */
const thinMarket = (constitution: Constitution): Lots => {
  const { maxOrderQuantity } = getLimits(constitution)
  const share = constitution.limits.maxOrderShareOfDayVolume ?? 0
  const most = maxOrderQuantity === null || !(share > 0) ? MOST_TRADED : maxOrderQuantity / share / 2
  return lots(10 ** Math.max(0, Math.floor(Math.log10(Math.min(most, MOST_TRADED)))))
}

const MOST_TRADED = 1e12

/** The gate names whole lots; the share is the one in force where that gives these lots. */
const shareReadBack = ({ limit }: Observation, { view }: ProbeCase): Limit | undefined => {
  const { dayVolume, constitution } = view
  const share = constitution.limits.maxOrderShareOfDayVolume
  if (typeof limit !== 'number' || dayVolume === null) return undefined
  if (share !== null && upTo(dayVolume)(share)[0] === limit) return share
  return limit / dayVolume
}

/** The order adds its 1,000 USDT to what other symbols have. */
const exposed = (constitution: Constitution, total: Money): ProbeCase => {
  const { exposure, account } = healthyView(constitution)
  return seeing(constitution, {
    exposure: { ...exposure, otherSymbolsWorst: total - 1_000n * USDT },
    account: { ...account, equity: EQUITY },
  })
}

type Account = ReturnType<typeof healthyView>['account']

const withAccount = (constitution: Constitution, account: Partial<Account>): ProbeCase =>
  seeing(constitution, { account: { ...healthyView(constitution).account, ...account } })

const liquidatedAfter = (constitution: Constitution, distance: number): ProbeCase => {
  const { instrument } = healthyView(constitution)
  const room = priceToMoney(instrument, ticks(distance))
  return withAccount(constitution, { liquidationPriceAfter: priceToMoney(instrument, ticks(MARK)) - room })
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

/** Builds the healthy order beside other symbols whose losses bring the total to the given loss. */
const losingElsewhere = (constitution: Constitution, loss: Money): ProbeCase => {
  const { candidate, view } = withAccount(constitution, { equity: EQUITY })
  const own = lossesAfter(candidate, view)?.all ?? 0n
  return { candidate, view: { ...view, atRisk: { ...view.atRisk, otherSymbols: loss - own } } }
}

const TICKS_PER_PCT = MARK / 100

/** The healthy order with its stop so many ticks below the price. */
const stopped = (constitution: Constitution, distance: number, hourlyRange: number | null): ProbeCase => {
  const { candidate, view } = seeing(constitution, {})
  const stopLoss = { price: ticks(MARK - distance), by: 'MARK' } as const
  return {
    candidate: { ...candidate, plan: { stopLoss, takeProfit: null, stopIsDefault: false } },
    view: { ...view, atRisk: { ...view.atRisk, hourlyRange } },
  }
}

/** A distance at which the limit by range is the one that holds: between the default stops and the limit in percent. */
const rangeLimit = ({ limits, protection }: Constitution): number =>
  Math.floor((((limits.maxStopPct ?? 0) + (DEFAULT_STOPS * protection.defaultStopBps) / 100) / 2) * TICKS_PER_PCT)

const byRange = (constitution: Constitution, distance: number): ProbeCase =>
  stopped(constitution, distance, rangeLimit(constitution) / (constitution.limits.maxStopAtr ?? 1))

/** The limit in percent as a multiple of the range of the case. */
const rangeReadBack = ({ limit }: Observation, { view }: ProbeCase): Limit | undefined => {
  const { hourlyRange } = view.atRisk
  if (typeof limit !== 'number' || hourlyRange === null) return undefined
  return Number(((limit * TICKS_PER_PCT) / hourlyRange).toPrecision(4))
}

/** Probes of the limits on order sizes and their totals. */
export const SIZE_PROBES: readonly Probe[] = [
  gateProbe({
    path: 'limits.maxOrderNotional',
    gateId: 'G11',
    title: 'The worth of one order',
    unit: 'USDT',
    bound: 'at most',
    steps: upTo(LOTS_PER_USDT),
    createCase: (count, constitution) => worth(constitution, count),
  }),
  gateProbe({
    path: 'limits.maxOrderQuantity',
    gateId: 'G12',
    title: 'The quantity of one order',
    unit: 'lots',
    bound: 'at most',
    steps: upTo(),
    createCase: (count, constitution) => sized(constitution, count, lots(Number.MAX_SAFE_INTEGER)),
    readBack: ({ limit }) => (limit === null ? undefined : String(limit)),
  }),
  gateProbe({
    path: 'limits.maxOrderShareOfDayVolume',
    gateId: 'G12',
    title: 'One order over what the market trades in 24 hours',
    unit: 'ratio',
    bound: 'at most',
    steps: (share, constitution) => upTo(thinMarket(constitution))(share),
    createCase: (count, constitution) => sized(constitution, count, thinMarket(constitution)),
    readBack: shareReadBack,
  }),
  gateProbe({
    path: 'limits.maxSymbolExposure',
    gateId: 'G13',
    title: 'The exposure of one symbol at worst',
    unit: 'USDT',
    bound: 'at most',
    steps: upTo(LOTS_PER_USDT),
    createCase: (count, constitution) => worth(constitution, count),
  }),
  gateProbe({
    path: 'limits.maxGrossExposure',
    gateId: 'G14',
    title: 'The exposure of all symbols at worst',
    unit: 'USDT',
    bound: 'at most',
    steps: upTo(LOTS_PER_USDT),
    createCase: (count, constitution) => worth(constitution, count),
  }),
  gateProbe({
    path: 'limits.maxLeverage',
    gateId: 'G15',
    title: 'The exposure at worst over the equity',
    unit: 'ratio',
    bound: 'at most',
    steps: upTo(PARTS),
    createCase: (count, constitution) => exposed(constitution, partsOfEquity(count)),
  }),
  gateProbe({
    path: 'limits.maxMarginRatio',
    gateId: 'G16',
    title: 'The maintenance margin after the order over the equity',
    unit: 'ratio',
    bound: 'at most',
    steps: upTo(PARTS),
    createCase: (count, constitution) =>
      withAccount(constitution, { equity: EQUITY, maintenanceMarginAfter: partsOfEquity(count) }),
  }),
  gateProbe({
    path: 'limits.minLiquidationBuffer',
    gateId: 'G17',
    title: 'The distance to liquidation over the distance to the stop',
    unit: 'ratio',
    bound: 'at least',
    steps: downTo(STOP_DISTANCE),
    createCase: (distance, constitution) => liquidatedAfter(constitution, distance),
  }),
  gateProbe({
    path: 'limits.maxPositionLossPct',
    gateId: 'G31',
    title: 'The loss of a position at its stop over the equity',
    unit: 'percent',
    bound: 'at most',
    steps: upTo(PARTS_PER_PCT),
    createCase: (count, constitution) => losing(constitution, partsOfEquity(count)),
  }),
  gateProbe({
    path: 'limits.maxTotalLossPct',
    gateId: 'G32',
    title: 'The loss of all positions at their stops over the equity',
    unit: 'percent',
    bound: 'at most',
    steps: upTo(PARTS_PER_PCT),
    createCase: (count, constitution) => losingElsewhere(constitution, partsOfEquity(count)),
  }),
  gateProbe({
    path: 'limits.maxStopPct',
    gateId: 'G33',
    title: 'The distance of a stop from the entry price',
    unit: 'percent',
    bound: 'at most',
    steps: upTo(TICKS_PER_PCT),
    createCase: (distance, constitution) => stopped(constitution, distance, null),
  }),
  gateProbe({
    path: 'limits.maxStopAtr',
    gateId: 'G33',
    title: 'The distance of a stop over the average range of an hour',
    unit: 'ratio',
    bound: 'at most',
    steps: (_multiple, constitution) => [rangeLimit(constitution) - 1, rangeLimit(constitution) + 1],
    createCase: (distance, constitution) => byRange(constitution, distance),
    readBack: rangeReadBack,
  }),
]
