import { type Id, numberedId } from '../../server/core/id.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { Order, OrderTerms, ProtectionPlan } from '../../server/domain/order/order.ts'
import type { VenueFill, VenueReport } from '../../server/domain/order/venue-report.ts'
import type { Fill, Position } from '../../server/domain/position/position.ts'
import { NOON_MS } from './market-samples.ts'

export const anId = <Prefix extends string>(prefix: Prefix, number = 1): Id<Prefix> =>
  numberedId(prefix, NOON_MS, number)

/** Creates consecutive IDs, identical in every run. */
export const createMint = (): (<Prefix extends string>(prefix: Prefix) => Id<Prefix>) => {
  let minted = 0
  return (prefix) => anId(prefix, ++minted)
}

export const aPlan = (plan: Partial<ProtectionPlan> = {}): ProtectionPlan => ({
  stopLoss: { price: ticks(900), by: 'MARK' },
  takeProfit: null,
  stopIsDefault: true,
  ...plan,
})

const aTerms = (terms: Partial<OrderTerms>): OrderTerms => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(10),
  price: ticks(1_000),
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
  ...terms,
})

type OrderSample = Partial<Omit<Order, 'terms'>> & { readonly terms?: Partial<OrderTerms> }

/** Creates an order that has been sent, without a response yet. */
export const anOrder = ({ terms = {}, ...order }: OrderSample = {}): Order => ({
  orderId: anId('ord'),
  venueClientId: 'PLM0000000000000000000000000001',
  clientOrderId: null,
  terms: aTerms(terms),
  plan: aPlan(),
  purpose: 'ENTRY',
  origin: 'API',
  mode: 'PAPER',
  positionId: null,
  status: 'PENDING_NEW',
  statusReason: null,
  exchangeOrderId: null,
  filled: lots(0),
  filledTickLots: 0n,
  feesPaid: 0n,
  dispatch: { state: 'DISPATCHING', attempts: 1, signedAtMs: NOON_MS, provenDeadAtMs: null },
  reportSequence: 0,
  decisionId: anId('dec'),
  auditId: anId('aud'),
  createdAtMs: NOON_MS,
  updatedAtMs: NOON_MS,
  version: 1,
  ...order,
})

export const aReport = (report: Partial<VenueReport> = {}): VenueReport => ({
  venueClientId: 'PLM0000000000000000000000000001',
  exchangeOrderId: '8389765739703625592',
  symbol: 'BTCUSDT',
  status: 'NEW',
  filled: lots(0),
  sequence: 1,
  reason: null,
  atMs: NOON_MS,
  ...report,
})

export const aVenueFill = (fill: Partial<VenueFill> = {}): VenueFill => ({
  execId: '1',
  exchangeOrderId: '8389765739703625592',
  venueClientId: 'PLM0000000000000000000000000001',
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: ticks(1_000),
  quantity: lots(10),
  fee: 0n,
  liquidity: 'TAKER',
  kind: 'TRADE',
  executedAtMs: NOON_MS,
  ...fill,
})

export const aFill = (fill: Partial<Fill> = {}): Fill => ({
  fillId: anId('fil'),
  execId: '1',
  exchangeOrderId: '8389765739703625592',
  orderId: anId('ord'),
  positionId: anId('pos'),
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: ticks(1_000),
  quantity: lots(10),
  value: 100_000_000n,
  fee: 50_000n,
  liquidity: 'TAKER',
  kind: 'TRADE',
  realizedPnl: 0n,
  executedAtMs: NOON_MS,
  ...fill,
})

/** A long position of ten lots at a thousand ticks. */
export const aPosition = (position: Partial<Position> = {}): Position => ({
  positionId: anId('pos'),
  symbol: 'BTCUSDT',
  direction: 'LONG',
  status: 'OPEN',
  quantity: lots(10),
  cost: 100_000_000n,
  realizedPnl: 0n,
  entered: { quantity: lots(10), value: 100_000_000n },
  exited: { quantity: lots(0), value: 0n },
  feesPaid: 50_000n,
  funding: 0n,
  origin: 'API',
  protection: {
    state: 'PLANNED',
    plan: aPlan(),
    stopOrderId: null,
    takeProfitOrderId: null,
    covered: lots(0),
    unprotectedSinceMs: NOON_MS,
    verifiedAtMs: null,
  },
  openedAtMs: NOON_MS,
  updatedAtMs: NOON_MS,
  closedAtMs: null,
  version: 1,
  ...position,
})
