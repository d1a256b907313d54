import type { Money } from '../../server/domain/account/money.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Candidate, OrderTerms, ProtectionPlan, TriggerBy } from '../../server/domain/order/order.ts'
import type { Constitution } from '../../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import type { Gate, Observation } from '../../server/domain/risk/gate.ts'
import { HEALTHY_CANDIDATE, healthyView, MARK } from '../../server/domain/risk/probes/cases.ts'
import type { RecentOrder, RiskView } from '../../server/domain/risk/risk-view.ts'
import { NOON_MS } from './market-samples.ts'

export { MARK }

type TermsSample = Partial<Omit<OrderTerms, 'quantity' | 'price' | 'trigger'>> & {
  readonly quantity?: number
  readonly price?: number | null
  readonly trigger?: number | null
  /** Price that the trigger is compared with: the mark by default. */
  readonly by?: TriggerBy
}

export interface CandidateSample extends Partial<Omit<Candidate, 'terms' | 'plan'>> {
  readonly terms?: TermsSample
  /** Stop price; null for no plan. */
  readonly stop?: number | null
}

const someTerms = ({
  quantity = 10,
  price = MARK,
  trigger = null,
  by = 'MARK',
  ...rest
}: TermsSample = {}): OrderTerms => ({
  ...HEALTHY_CANDIDATE.terms,
  quantity: lots(quantity),
  price: price === null ? null : ticks(price),
  trigger: trigger === null ? null : { price: ticks(trigger), by },
  ...rest,
})

const aPlan = (stop: number): ProtectionPlan => ({
  stopLoss: { price: ticks(stop), by: 'MARK' },
  takeProfit: null,
  stopIsDefault: false,
})

/** Candidate that passes: a BUY of 0.01 BTC (1,000 USDT) at the mark with a stop 2% below. */
export const aCandidate = ({ terms, stop = 980_000, ...rest }: CandidateSample = {}): Candidate => {
  const requestedTerms = someTerms(terms)
  return {
    ...HEALTHY_CANDIDATE,
    terms: requestedTerms,
    plan: stop === null || requestedTerms.reduceOnly ? null : aPlan(stop),
    purpose: requestedTerms.reduceOnly ? 'EXIT' : 'ENTRY',
    ...rest,
  }
}

/** Built-in limits with changes. */
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

/**
 * Risk view with complete, good data: `aCandidate` passes every gate, including those for autotrading and live trading.
 */
export const aRiskView = (changes: Partial<RiskView> = {}): RiskView => ({
  ...healthyView(DEFAULT_CONSTITUTION),
  atMs: NOON_MS,
  ...changes,
})

export const usdt = (amount: number): Money => BigInt(amount) * 100_000_000n

/** Order like `aCandidate`, sent a while ago. */
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

/** Case of a gate's table: the changed inputs, and the expected reading. */
export interface GateCase {
  readonly title: string
  readonly candidate?: CandidateSample
  readonly view?: Partial<RiskView>
  readonly expected: Partial<Observation>
}

export const readGate = (gate: Gate, { candidate, view }: Pick<GateCase, 'candidate' | 'view'>): Observation =>
  gate.read(aCandidate(candidate), aRiskView(view))
