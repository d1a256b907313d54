import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { VenueFunding } from '../../server/domain/order/venue-report.ts'
import type { PositionEffect } from '../../server/domain/position/position-effect.ts'
import type { StopOrder } from '../../server/engine/model/events.ts'
import type { AuditEntry, ControlFact, Decision, Difference, TradingFact } from '../../server/engine/model/facts.ts'
import { aFill, anId, anOrder, aPlan, aPosition, aReport } from './book-samples.ts'
import { NOON_MS } from './market-samples.ts'

export const aDecision = (decision: Partial<Decision> = {}): Decision => ({
  decisionId: anId('dec'),
  verdict: 'APPROVED',
  readings: [
    {
      gateId: 'G12',
      code: 'MAX_ORDER_NOTIONAL',
      kind: 'B',
      enforced: true,
      pass: true,
      observed: 999.5,
      limit: '1000',
      unit: 'USDT',
      detail: 'It is worth 999.5 USDT at its worst price.',
    },
  ],
  ...decision,
})

export const anAuditEntry = (entry: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: anId('aud'),
  atMs: NOON_MS,
  epoch: 1,
  actor: { type: 'USER', sub: 'usr_1', sid: null, ip: '127.0.0.1' },
  action: 'ORDER_PLACE',
  target: anId('ord'),
  before: null,
  after: null,
  outcome: 'INTENT',
  reason: null,
  requestId: 'req_1',
  ...entry,
})

export const aFunding = (funding: Partial<VenueFunding> = {}): VenueFunding => ({
  fundingId: 'funding-1',
  symbol: 'BTCUSDT',
  amount: -12_345n,
  rate: '0.0001',
  settledAtMs: NOON_MS,
  ...funding,
})

const difference: Difference = {
  key: 'QTY_MISMATCH BTCUSDT',
  kind: 'QTY_MISMATCH',
  symbol: 'BTCUSDT',
  ours: '0.010',
  theirs: '0.000',
  firstSeenAtMs: NOON_MS,
}

const orderId = anId('ord')
const positionId = anId('pos')
const atMs = NOON_MS
const external = anOrder({ orderId: anId('ord', 9), purpose: 'EXTERNAL', filledTickLots: -(10n ** 30n) })

/** One fact of every kind; the journal does not contain the readings of a decision. */
export const TRADING_FACTS: readonly TradingFact[] = [
  {
    kind: 'orderDecided',
    order: anOrder(),
    decision: aDecision({ readings: [] }),
    idempotency: { scope: 'usr_1 POST order key', fingerprint: 'f' },
    atMs,
  },
  { kind: 'orderReported', orderId, report: aReport({ filled: lots(1) }), atMs },
  { kind: 'orderRejected', orderId, reason: '-2019', atMs },
  { kind: 'orderUncertain', orderId, reason: 'timeout', provenDeadAtMs: atMs + 15_000, atMs },
  { kind: 'orderProvenAbsent', orderId, atMs },
  { kind: 'orderAbandoned', orderId, reason: 'LATCHED', atMs },
  { kind: 'orderResent', orderId, signedAtMs: atMs, atMs },
  { kind: 'cancelRequested', orderId, atMs },
  { kind: 'orderVanished', orderId, atMs },
  { kind: 'externalOrderSeen', order: external, atMs },
  { kind: 'reportRefused', orderId, report: aReport({ status: 'CANCELED' }), status: 'FILLED', atMs },
  { kind: 'executed', fills: [aFill({ fee: -5n })], plan: aPlan(), late: false, atMs },
  { kind: 'fundingPaid', funding: aFunding(), positionId, atMs },
  { kind: 'booksOpened', balance: 10n ** 30n, takenAtMs: atMs, included: ['1', '2'], atMs },
  { kind: 'walletAdjusted', difference: -1n, atMs },
  { kind: 'positionHandedBack', positionId, by: { type: 'HOST', sub: null, sid: null, ip: null }, atMs },
  { kind: 'planChanged', positionId, plan: aPlan({ takeProfit: { price: ticks(1_200), by: 'LAST' } }), atMs },
  { kind: 'protectionChanged', positionId, protection: aPosition().protection, atMs },
  { kind: 'differenceFound', difference, atMs },
  { kind: 'differenceGone', key: difference.key, atMs },
  { kind: 'equitySampled', equity: 10n ** 12n, walletBalance: 10n ** 12n + 1n, unrealizedPnl: -1n, atMs },
]

const by = { type: 'USER', sub: 'usr_1', sid: null, ip: '127.0.0.1' } as const

export const aStop = (stop: Partial<StopOrder> = {}): StopOrder => ({
  stopId: anId('stp'),
  code: 'EMERGENCY_STOP',
  reason: 'The feed looks wrong.',
  flatten: 'NONE',
  by,
  auditId: anId('aud'),
  atMs: NOON_MS,
  ...stop,
})

/** One fact of every kind. */
export const CONTROL_FACTS: readonly ControlFact[] = [
  { kind: 'latchEngaged', stop: aStop(), atMs },
  { kind: 'controlChanged', state: 'HALTED', desired: 'PAUSED', reason: { code: 'OVERFILLED', message: '' }, by, atMs },
  { kind: 'stopRepeated', flatten: 'REDUCE_ONLY', by, auditId: anId('aud'), atMs },
  { kind: 'stopSwept', cancelling: [orderId], kept: [], atMs },
  { kind: 'stopCompleted', atMs },
  { kind: 'latchReleased', by, atMs },
  { kind: 'breakerTripped', breaker: 'DRAWDOWN', observed: '10.1', limit: '10', atMs },
  { kind: 'breakersRearmed', breakers: ['DRAWDOWN'], atMs },
  { kind: 'clockStepped', byMs: -3_600_000, hostOffsetMs: -3_600_000, adoptedMs: 0, atMs },
]

/** Effect of an order that opens a new position. */
export const anEffect = (effect: Partial<PositionEffect> = {}): PositionEffect => ({
  kind: 'OPENS',
  positionId: null,
  before: { holder: null, quantity: '0.000', entryPrice: null, stopLoss: null, lossAtStop: '0', totalLossAtStop: '0' },
  after: {
    holder: { kind: 'PERSON', strategyId: null },
    quantity: '0.010',
    entryPrice: '60000',
    stopLoss: '58800.0',
    lossAtStop: '13.18',
    totalLossAtStop: '13.18',
  },
  limits: { lossAtStop: '200', totalLossAtStop: '600' },
  takesOver: false,
  summary: 'This order opens LONG 0.010 BTCUSDT. Its stop is 58800.0.',
  ...effect,
})
