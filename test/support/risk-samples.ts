import type { Money } from '../../server/domain/account/money.ts'
import { type Instrument, lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Candidate, OrderTerms, ProtectionPlan } from '../../server/domain/order/order.ts'
import type { Constitution } from '../../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import type { Gate, Observation } from '../../server/domain/risk/gate.ts'
import type { RecentOrder, RiskView } from '../../server/domain/risk/risk-view.ts'
import { anInstrument, NOON_MS } from './market-samples.ts'

/** The mark of every sample: 100,000.0 USDT, so that 100 ticks are one basis point. */
export const MARK = 1_000_000

type TermsSample = Partial<Omit<OrderTerms, 'quantity' | 'price' | 'trigger'>> & {
  readonly quantity?: number
  readonly price?: number | null
  /** The trigger price; it is compared with the mark. */
  readonly trigger?: number | null
}

export interface CandidateSample extends Partial<Omit<Candidate, 'terms' | 'plan'>> {
  readonly terms?: TermsSample
  /** The price of the stop, or no plan at all. */
  readonly stop?: number | null
}

const someTerms = ({ quantity = 10, price = MARK, trigger = null, ...rest }: TermsSample = {}): OrderTerms => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(quantity),
  price: price === null ? null : ticks(price),
  trigger: trigger === null ? null : { price: ticks(trigger), by: 'MARK' },
  timeInForce: 'IOC',
  reduceOnly: false,
  ...rest,
})

const aPlan = (stop: number): ProtectionPlan => ({
  stopLoss: { price: ticks(stop), by: 'MARK' },
  takeProfit: null,
  stopIsDefault: false,
})

/** A BUY of 0.01 BTC (1,000 USDT) at the mark with a stop 2 % below: nothing is wrong with it. */
export const aCandidate = ({ terms, stop = 980_000, ...rest }: CandidateSample = {}): Candidate => {
  const wished = someTerms(terms)
  return {
    orderId: 'ord_01KAM0000000000000000000AA',
    venueClientId: 'tE0000AAAAAAAAAAAAAAAAAAAAAAAAAA',
    clientOrderId: null,
    terms: wished,
    plan: stop === null || wished.reduceOnly ? null : aPlan(stop),
    purpose: wished.reduceOnly ? 'EXIT' : 'ENTRY',
    origin: 'API',
    mode: 'PAPER',
    positionId: null,
    ...rest,
  }
}

/** The built-in limits with some of them changed. */
export const aConstitution = (
  changes: {
    readonly [S in keyof Constitution]?: Partial<Constitution[S]>
  },
): Constitution => ({
  limits: { ...DEFAULT_CONSTITUTION.limits, ...changes.limits },
  data: { ...DEFAULT_CONSTITUTION.data, ...changes.data },
  protection: { ...DEFAULT_CONSTITUTION.protection, ...changes.protection },
  execution: { ...DEFAULT_CONSTITUTION.execution, ...changes.execution },
  autotrading: { ...DEFAULT_CONSTITUTION.autotrading, ...changes.autotrading },
  monitor: { ...DEFAULT_CONSTITUTION.monitor, ...changes.monitor },
})

/** Everything is known and well: `aCandidate` passes every gate before it, for autotrading and live too. */
export const aRiskView = (changes: Partial<RiskView> = {}): RiskView => ({
  atMs: NOON_MS,
  constitution: DEFAULT_CONSTITUTION,
  latch: { engaged: false, reason: null },
  autotradingEntries: true,
  lease: { held: true, epoch: 3, foreignEpoch: null },
  store: { commitP99Ms: 4, freeDiskBytes: 2 ** 34 },
  clock: { checked: true, offsetMs: -20, errorMs: 10, ageMs: 9_000 },
  reconciliation: { ageMs: 12_000, differencesOnSymbol: 0, unwatched: [] },
  unknownOutcomes: { onSymbol: 0, total: 0 },
  instrument: INSTRUMENT,
  filtersAgeMs: 60_000,
  trading: true,
  book: { synced: true, ageMs: 80, bid: ticks(MARK - 1), ask: ticks(MARK + 1) },
  mark: ticks(MARK),
  markAgeMs: 700,
  privateStreamAgeMs: 4_000,
  venuePriceLimits: { lowest: ticks(700_000), highest: ticks(1_300_000) },
  dayVolume: lots(50_000_000),
  exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: 0n },
  account: {
    equity: usdt(10_000),
    maintenanceMargin: 0n,
    maintenanceMarginAfter: usdt(4),
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
  ...changes,
})

const INSTRUMENT: Instrument = anInstrument({ minNotional: { units: 100n, scale: 0 } })

export const usdt = (amount: number): Money => BigInt(amount) * 100_000_000n

/** The same order as `aCandidate`, sent a while ago. */
export const aRecentOrder = ({
  agoMs = 0,
  quantity = 10,
  price = MARK,
  ...rest
}: Partial<Omit<RecentOrder, 'atMs' | 'quantity' | 'price'>> & {
  readonly agoMs?: number
  readonly quantity?: number
  readonly price?: number | null
} = {}): RecentOrder => ({
  atMs: NOON_MS - agoMs,
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: lots(quantity),
  price: price === null ? null : ticks(price),
  origin: 'API',
  strategyId: null,
  increasing: true,
  ...rest,
})

/** One case of a gate's table: what is special about it, and what of the reading it must be. */
export interface GateCase {
  readonly title: string
  readonly candidate?: CandidateSample
  readonly view?: Partial<RiskView>
  readonly expected: Partial<Observation>
}

export const readingOf = (gate: Gate, { candidate, view }: Pick<GateCase, 'candidate' | 'view'>): Observation =>
  gate.read(aCandidate(candidate), aRiskView(view))
