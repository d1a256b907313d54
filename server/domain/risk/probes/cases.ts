/** Healthy orders and risk views that the probes of the limits start from. */

import { decimal } from '../../../core/decimal.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { Money } from '../../account/money.ts'
import { createInstrument, type Lots, lots, ticks } from '../../market/instrument.ts'
import type { Candidate, OrderTerms } from '../../order/order.ts'
import type { Constitution } from '../constitution.ts'
import type { LimitProbe, ProbeCase } from '../gate.ts'
import type { RecentOrder, RiskView, WorkingStake } from '../risk-view.ts'

/** Mark price in every probe case: 100,000.0 USDT, so that 100 ticks are one basis point. */
export const MARK = 1_000_000

/** A BUY of 0.01 BTC (1,000 USDT) at the mark with a stop 2% below; it passes every gate. */
export const HEALTHY_CANDIDATE: Candidate = {
  orderId: 'ord_01KAM0000000000000000000AA',
  venueClientId: 'tE0000AAAAAAAAAAAAAAAAAAAAAAAAAA',
  clientOrderId: null,
  terms: {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    quantity: lots(10),
    price: ticks(MARK),
    trigger: null,
    timeInForce: 'IOC',
    reduceOnly: false,
  },
  plan: { stopLoss: { price: ticks(980_000), by: 'MARK' }, takeProfit: null, stopIsDefault: false },
  purpose: 'ENTRY',
  origin: 'API',
  mode: 'PAPER',
  positionId: null,
}

/**
 * Builds a risk view with which `HEALTHY_CANDIDATE` passes every gate, including those for autotrading and live
 * trading.
 */
export const healthyView = (constitution: Constitution): RiskView => ({
  atMs: HEALTHY_AT_MS,
  constitution,
  latch: { engaged: false, reason: null },
  autotradingEntries: true,
  lease: { held: true, epoch: 3, foreignEpoch: null },
  store: { commitP99Ms: 4, freeDiskBytes: 2 ** 34 },
  clock: { checked: true, offsetMs: -20, errorMs: 10, ageMs: 9_000 },
  reconciliation: { ageMs: 12_000, differencesOnSymbol: 0, unwatched: [] },
  unknownOutcomes: { onSymbol: 0, total: 0 },
  instrument: createInstrument({
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: '0.001',
    minNotional: decimal('100'),
    maxLeverage: null,
  }),
  filtersAgeMs: 60_000,
  trading: true,
  book: { synced: true, ageMs: 80, bid: ticks(MARK - 1), ask: ticks(MARK + 1) },
  mark: ticks(MARK),
  last: ticks(MARK),
  index: ticks(MARK),
  markAgeMs: 700,
  privateStreamAgeMs: 4_000,
  venuePriceLimits: { lowest: ticks(700_000), highest: ticks(1_300_000) },
  dayVolume: lots(50_000_000),
  exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: 0n },
  atRisk: { position: null, working: { BUY: NOTHING, SELL: NOTHING }, otherSymbols: 0n, hourlyRange: null },
  account: {
    equity: 10_000n * USDT,
    maintenanceMargin: 0n,
    maintenanceMarginAfter: 4n * USDT,
    liquidationPriceAfter: null,
  },
  recent: [],
  day: { netPct: 0.4, drawdownPct: 1.1, lossStreak: 1 },
  unprotectedBeyondBudget: 0,
  ownBest: { bid: null, ask: null },
  netEdgeLcb: 0.0004,
  manipulationPosture: null,
  liveGrant: { valid: true, matchesConstitution: true },
  liveForMs: 30 * DAY_MS,
  bookArmed: true,
  symbolHeldBy: null,
  strategyHeld: null,
})

const NOTHING: WorkingStake = { quantity: lots(0), cost: 0n, stop: null, ownStop: null }

/** Arbitrary instant: only time differences matter. */
const HEALTHY_AT_MS = Date.UTC(2026, 0, 1)

/** One USDT as money. */
const USDT = 100_000_000n

/** Builds the healthy case with changes to the risk view. */
export const seeing = (constitution: Constitution, changes: Partial<RiskView>): ProbeCase => ({
  candidate: HEALTHY_CANDIDATE,
  view: { ...healthyView(constitution), ...changes },
})

/** Builds the healthy case with another order. */
const ordering = (constitution: Constitution, terms: Partial<OrderTerms>): ProbeCase => {
  const { candidate, view } = seeing(constitution, { venuePriceLimits: null })
  return { candidate: { ...candidate, terms: { ...candidate.terms, ...terms } }, view }
}

/** Turns a case into an autotrading entry. */
export const byAutotrading = ({ candidate, view }: ProbeCase): ProbeCase => ({
  candidate: { ...candidate, origin: 'AUTOTRADING' },
  view,
})

/** Lot size small enough to distinguish adjacent limits in USDT. */
const FINE_LOT = '0.000001'

/** Number of lots worth one USDT at the mark price. */
export const LOTS_PER_USDT = 10

/** Builds an order for a number of lots worth 0.1 USDT each. */
export const orderWorth = (constitution: Constitution, count: number): ProbeCase => {
  const { candidate, view } = ordering(constitution, { quantity: lots(count) })
  const instrument = createInstrument({
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: FINE_LOT,
    minNotional: null,
    maxLeverage: null,
  })
  return { candidate, view: { ...view, instrument } }
}

/** Builds an order at a number of ticks above the mark price. */
export const above = (constitution: Constitution, distance: number, type: OrderTerms['type']): ProbeCase =>
  ordering(constitution, { type, price: ticks(MARK + distance) })

/** Builds an order in a market with the given daily volume. */
export const sized = (constitution: Constitution, quantity: number, dayVolume: Lots): ProbeCase => {
  const { candidate, view } = ordering(constitution, { quantity: lots(quantity) })
  return { candidate, view: { ...view, dayVolume } }
}

/** Builds a case in which the order is preceded by `count` others of the given age. */
export const among = (constitution: Constitution, count: number, agoMs: number): ProbeCase => {
  const { candidate, view } = seeing(constitution, {})
  return {
    candidate,
    view: { ...view, recent: timesOver(count - 1, { ...like(candidate, view.atMs - agoMs), origin: 'AUTOTRADING' }) },
  }
}

/** Builds a case in which the order is preceded by an identical one. */
export const repeated = (constitution: Constitution, agoMs: number): ProbeCase => {
  const { candidate, view } = seeing(constitution, {})
  return { candidate, view: { ...view, recent: [like(candidate, view.atMs - agoMs)] } }
}

const like = ({ terms }: Candidate, atMs: number): RecentOrder => ({
  atMs,
  symbol: terms.symbol,
  side: terms.side,
  quantity: terms.quantity,
  price: terms.price,
  origin: 'API',
  strategyId: null,
  increasing: true,
})

/** Virtual list of `count` copies of the order: a limit of millions of orders takes no memory. */
const timesOver = (count: number, order: RecentOrder): readonly RecentOrder[] =>
  new Proxy<readonly RecentOrder[]>([], { get: (_none, key) => (key === 'length' ? count : order) })

type Account = RiskView['account']

export const withAccount = (constitution: Constitution, account: Partial<Account>): ProbeCase =>
  seeing(constitution, { account: { ...healthyView(constitution).account, ...account } })

export const EQUITY = 10_000n * USDT
export const PARTS = 1_000_000
export const PARTS_PER_PCT = PARTS / 100

/** Returns `count` millionths of the equity. */
export const partsOfEquity = (count: number): Money => (EQUITY / BigInt(PARTS)) * BigInt(count)

/** Builds a case in which the order, worth 1,000 USDT, brings the exposure of all symbols to `total`. */
export const exposed = (constitution: Constitution, total: Money): ProbeCase => {
  const { exposure, account } = healthyView(constitution)
  return seeing(constitution, {
    exposure: { ...exposure, otherSymbolsWorst: total - 1_000n * USDT },
    account: { ...account, equity: EQUITY },
  })
}

type Steps = (limit: number) => readonly [inside: number, beyond: number]

/** Returns the largest multiple of `1 / scale` up to the limit, and the next one. */
export const upTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.floor(exactly(limit * scale))
    return [inside, inside + 1]
  }

/** Returns the last whole amount below the limit, and the first that is not. */
export const below: Steps = (limit) => [limit - 1, limit]

/** Returns the smallest multiple of `1 / scale` down to the limit, and the next lower one. */
export const downTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.ceil(exactly(limit * scale))
    return [inside, inside - 1]
  }

/** Removes the rounding error of binary fractions. */
const exactly = (product: number): number => Number(product.toFixed(6))

/** Builds the probe of a maximum age: the healthy case with these changes to the risk view. */
export const ageProbe = (changes: (ageMs: number, view: RiskView) => Partial<RiskView>): LimitProbe => ({
  steps: upTo(),
  createCase: (ageMs, constitution) => seeing(constitution, changes(ageMs, healthyView(constitution))),
})
