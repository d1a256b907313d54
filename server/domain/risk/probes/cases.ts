import type { Money } from '../../account/money.ts'
import { createInstrument, type Lots, lots, ticks } from '../../market/instrument.ts'
import type { Candidate, OrderTerms } from '../../order/order.ts'
import type { Constitution } from '../constitution.ts'
import type { LimitProbe, ProbeCase } from '../gate.ts'
import type { RecentOrder, RiskView } from '../risk-view.ts'
import { HEALTHY_CANDIDATE, healthyView, MARK, USDT } from './healthy-case.ts'

/** The healthy case with these changes of what the gates see. */
export const seeing = (constitution: Constitution, changes: Partial<RiskView>): ProbeCase => ({
  candidate: HEALTHY_CANDIDATE,
  view: { ...healthyView(constitution), ...changes },
})

/** The healthy case with another order. */
const ordering = (constitution: Constitution, terms: Partial<OrderTerms>): ProbeCase => {
  const { candidate, view } = seeing(constitution, { venuePriceLimits: null })
  return { candidate: { ...candidate, terms: { ...candidate.terms, ...terms } }, view }
}

/** The same, as an entry of autotrading. */
export const byAutotrading = ({ candidate, view }: ProbeCase): ProbeCase => ({
  candidate: { ...candidate, origin: 'AUTOTRADING' },
  view,
})

/** Small enough to distinguish every limit in USDT from the next. */
const FINE_LOT = '0.000001'

/** Lots that are worth one USDT at the mark price. */
export const LOTS_PER_USDT = 10

/** An order of so many lots of a tenth of a USDT. */
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

/** An order at so many ticks above the mark. */
export const above = (constitution: Constitution, distance: number, type: OrderTerms['type']): ProbeCase =>
  ordering(constitution, { type, price: ticks(MARK + distance) })

/** An order of so many lots in a market that trades so many in a day. */
export const sized = (constitution: Constitution, quantity: number, dayVolume: Lots): ProbeCase => {
  const { candidate, view } = ordering(constitution, { quantity: lots(quantity) })
  return { candidate, view: { ...view, dayVolume } }
}

/** The order itself and so many before it, each so long ago. */
export const among = (constitution: Constitution, count: number, agoMs: number): ProbeCase => {
  const { candidate, view } = seeing(constitution, {})
  return {
    candidate,
    view: { ...view, recent: timesOver(count - 1, { ...like(candidate, view.atMs - agoMs), origin: 'AUTOTRADING' }) },
  }
}

/** The order after one just like it. */
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

/** So many millionths of the equity. */
export const partsOfEquity = (count: number): Money => (EQUITY / BigInt(PARTS)) * BigInt(count)

type Steps = (limit: number) => readonly [inside: number, beyond: number]

/** Whole amounts of `1 / scale` of the limit's unit: up to it, and the next one. */
export const upTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.floor(exactly(limit * scale))
    return [inside, inside + 1]
  }

/** Whole amounts that stay below the limit, and the first that does not. */
export const below: Steps = (limit) => [limit - 1, limit]

/** Whole amounts of `1 / scale` of the limit's unit: down to it, and the next one. */
export const downTo =
  (scale = 1): Steps =>
  (limit) => {
    const inside = Math.ceil(exactly(limit * scale))
    return [inside, inside - 1]
  }

/** Without what binary fractions leave behind. */
const exactly = (product: number): number => Number(product.toFixed(6))

/** Probe of a maximum age: the healthy case with these changes of what the gates see. */
export const ageProbe = (changes: (ageMs: number, view: RiskView) => Partial<RiskView>): LimitProbe => ({
  steps: upTo(),
  createCase: (ageMs, constitution) => seeing(constitution, changes(ageMs, healthyView(constitution))),
})
