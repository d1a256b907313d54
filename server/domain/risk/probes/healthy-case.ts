import { decimal } from '../../../core/decimal.ts'
import { createInstrument, lots, ticks } from '../../market/instrument.ts'
import type { Candidate } from '../../order/order.ts'
import type { WorkingStake } from '../at-risk.ts'
import type { Constitution } from '../constitution.ts'
import type { RiskView } from '../risk-view.ts'

/** The mark of every made-up case: 100,000.0 USDT, so that 100 ticks are one basis point. */
export const MARK = 1_000_000

/** A BUY of 0.01 BTC (1,000 USDT) at the mark with a stop 2 % below: nothing is wrong with it. */
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

/** Everything is known and well: `HEALTHY_CANDIDATE` passes every gate before it, for autotrading and live too. */
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
  bookArmed: true,
  symbolHeldBy: null,
  strategyHeld: null,
})

const NOTHING: WorkingStake = { quantity: lots(0), cost: 0n, stop: null, ownStop: null }

/** Any instant will do: only distances in time count. */
const HEALTHY_AT_MS = Date.UTC(2026, 0, 1)

/** One USDT as money. */
export const USDT = 100_000_000n
