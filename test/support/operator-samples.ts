import type { Balance, Portfolio } from '../../contract/account.ts'
import type { Order, Position } from '../../contract/trading.ts'
import { toRfc3339 } from '../../server/core/instant.ts'
import type { GuardTruth, ProtectionTruth } from '../../server/monitor/inputs/account.ts'
import type { RestartTruth } from '../../server/monitor/inputs/engine.ts'
import { anEngineStatus } from './engine-status.ts'
import { type InputValues, TAKEN_AT_MS } from './truth-samples.ts'

/** Returns the instant so many milliseconds before the sample snapshots. */
export const ago = (ms: number): string => toRfc3339(TAKEN_AT_MS - ms)

const INSTRUMENT = { tickSize: '0.1', lotSize: '0.001', minNotional: '5', maxLeverage: 125 }
const STOP_ID = 'ord_00000000000000000000000001'
export const POSITION_ID = 'pos_00000000000000000000000001'

/** Position bought at 60,000 with a verified stop at 59,000. */
export const aPositionBody = (
  position: Partial<Omit<Position, 'protection'>> = {},
  protection: Partial<Position['protection']> = {},
): Position => ({
  id: POSITION_ID,
  symbol: 'BTCUSDT',
  instrument: INSTRUMENT,
  positionSide: 'BOTH',
  direction: 'LONG',
  status: 'OPEN',
  qty: '0.010',
  entryPrice: '60000.00000000',
  exitPrice: null,
  enteredQty: '0.010',
  markPrice: '60500.00000000',
  breakEvenPrice: '60060',
  liquidationPrice: '57000.00000000',
  leverage: '3',
  marginMode: 'CROSS',
  initialMargin: '201.00000000',
  maintenanceMargin: '2.42000000',
  notional: '605.00000000',
  unrealizedPnl: '5.00000000',
  realizedPnl: '0.00000000',
  feesPaid: '0.30000000',
  fundingPaid: '0.00000000',
  protection: {
    state: 'VERIFIED',
    stopLoss: {
      triggerPrice: '59000.0',
      triggerBy: 'MARK',
      orderId: STOP_ID,
      status: 'UNTRIGGERED',
      qty: '0.010',
      standingTriggerPrice: '59000.0',
    },
    stopLossDefaulted: false,
    takeProfit: null,
    coveragePct: 100,
    unprotectedSince: null,
    verifiedAt: ago(50_000),
    ...protection,
  },
  origin: 'API',
  candidateId: null,
  strategyId: null,
  exploratory: false,
  takenOver: false,
  horizonEndsAt: null,
  executionMode: 'PAPER',
  openedAt: ago(60_000),
  updatedAt: ago(50_000),
  closedAt: null,
  version: 3,
  source: { status: 'FRESH', observedAt: ago(0), ageMs: 0, maxAgeMs: 5_000, origin: 'SIMULATOR' },
  ...position,
})

/** Position without a stop for so long. */
export const anUnprotected = (waitedMs: number, protection: Partial<Position['protection']> = {}): Position =>
  aPositionBody(
    {},
    { state: 'SUBMITTED', coveragePct: 0, unprotectedSince: ago(waitedMs), verifiedAt: null, ...protection },
  )

/** Stop order of that position. */
export const aStopBody = (order: Partial<Order> = {}): Order => ({
  orderId: STOP_ID,
  clientOrderId: null,
  venueClientId: 'tS000001',
  exchangeOrderId: '7',
  symbol: 'BTCUSDT',
  instrument: INSTRUMENT,
  side: 'SELL',
  type: 'STOP_MARKET',
  timeInForce: 'GTC',
  reduceOnly: true,
  positionSide: 'BOTH',
  qty: '0.010',
  price: null,
  triggerPrice: '59000.0',
  triggerBy: 'MARK',
  effectivePriceLimit: null,
  stopLoss: null,
  takeProfit: null,
  stopLossDefaulted: false,
  filledQty: '0.000',
  remainingQty: '0.010',
  avgFillPrice: null,
  feesPaid: '0.00000000',
  status: 'UNTRIGGERED',
  statusReason: null,
  dispatch: { state: 'ACKED', attempts: 1, signedAtMs: TAKEN_AT_MS - 60_000, provenDeadAtMs: null },
  purpose: 'STOP_LOSS',
  origin: 'GUARDIAN',
  executionMode: 'PAPER',
  positionId: POSITION_ID,
  signalId: null,
  candidateId: null,
  exploratory: false,
  replaces: null,
  replacedBy: null,
  decisionId: 'dec_00000000000000000000000001',
  auditId: 'aud_00000000000000000000000001',
  createdAt: ago(60_000),
  updatedAt: ago(59_000),
  version: 2,
  ...order,
})

export const aGuard = (guard: Partial<GuardTruth> = {}): GuardTruth => ({
  positionId: POSITION_ID,
  sinceFirstFillMs: 60_000,
  stopReadAtMs: TAKEN_AT_MS - 4_000,
  lastFillAtMs: TAKEN_AT_MS - 60_000,
  refusals: 0,
  lastRefusal: null,
  lostStops24h: 0,
  lastStopLostAtMs: null,
  isPriceThrough: false,
  isAble: true,
  closesFailed: 0,
  isClosing: false,
  pricedAtMs: TAKEN_AT_MS,
  ...guard,
})

export const aProtection = (protection: Partial<ProtectionTruth> = {}): ProtectionTruth => ({
  guards: [],
  unprotectedBeyondBudget: 0,
  attachesStops: false,
  triggersStops: true,
  fillToVerifiedMs: { p50: 40, p99: 90, max: 95, n: 12 },
  longestUnprotectedMs: 95,
  lostStops24h: 0,
  exposureUsdSeconds: '31.50000000',
  recordedSinceMs: TAKEN_AT_MS - 3_600_000,
  ...protection,
})

/** Second start after a clean end, with complete data. */
export const aRestart = (restart: Partial<RestartTruth> = {}): RestartTruth => ({
  bootId: 'run_00000000000000000000000002',
  startedAtMs: TAKEN_AT_MS - 120_000,
  previous: {
    epoch: 1,
    endedCleanly: true,
    lastAtMs: TAKEN_AT_MS - 180_000,
    state: 'RUNNING',
    hashes: { build: 'b'.repeat(64), constitution: 'c'.repeat(64), config: 'f'.repeat(64) },
  },
  desiredState: 'RUNNING',
  autoResume: true,
  uncleanEnds: 0,
  isHostNew: false,
  isStoreChecked: true,
  damage: null,
  epoch: 2,
  foreignEpoch: null,
  unresolved: 0,
  disputed: 0,
  foreign: 0,
  positions: 0,
  unprotected: 0,
  unprotectedBeyondBudget: 0,
  clockOffMs: 20,
  clockChecked: true,
  isClockOffset: true,
  due: { clock: TAKEN_AT_MS + 27_000, account: TAKEN_AT_MS + 30_000, outcomes: null },
  books: { ready: 3, all: 3 },
  series: { ready: 6, all: 6 },
  recovered: {
    intentsAbandoned: 0,
    dispatchesUnknown: 0,
    resolvedFound: 0,
    resolvedAbsent: 0,
    fillsBackfilled: 0,
    externalOrders: 0,
    positionsAdopted: 0,
  },
  firsts: {
    read: TAKEN_AT_MS - 119_000,
    resolved: TAKEN_AT_MS - 119_000,
    reconciled: TAKEN_AT_MS - 119_000,
    protected: TAKEN_AT_MS - 118_000,
    clock: TAKEN_AT_MS - 119_000,
    market: TAKEN_AT_MS - 110_000,
  },
  ...restart,
})

/** Healthy platform for the public status. */
export const aWellPlatform = (values: InputValues = {}): InputValues => ({
  latch: { engaged: false, stopId: null, at: null },
  store: { failure: null, commitP99Ms: 2, freeDiskBytes: 2 ** 40 },
  engine: anEngineStatus(),
  feeds: [{ symbol: 'BTCUSDT', bookState: 'SYNCED', bookAgeMs: 100, markAgeMs: 200 }],
  privateStream: { state: 'connected' },
  reconciliation: { differences: 0 },
  positions: [],
  clock: { checked: true, offsetMs: 3, errorMs: 10 },
  audit: { status: 'RECORDED', size: 5, root: 'a'.repeat(64), lastCheckpointAt: null, broken: null },
  channels: [],
  ...values,
})

const SOURCE = { status: 'FRESH', observedAt: ago(0), ageMs: 0, maxAgeMs: 5_000, origin: 'SIMULATOR' } as const

/** Account of 10,000 USDT with a profit of 0.1% today. */
export const anAccountTruth = (): { readonly balance: Balance; readonly portfolio: Portfolio } => ({
  balance: {
    asset: 'USDT',
    walletBalance: '10010.00000000',
    equity: '10010.00000000',
    unrealizedPnl: '0.00000000',
    availableBalance: '10010.00000000',
    initialMargin: '0.00000000',
    maintenanceMargin: '0.00000000',
    marginRatio: 0,
    executionMode: 'PAPER',
    asOf: ago(0),
    source: SOURCE,
  },
  portfolio: {
    equity: '10010.00000000',
    walletBalance: '10010.00000000',
    grossExposure: '605.00000000',
    netExposure: '605.00000000',
    effectiveLeverage: '0.0604',
    dayPnl: {
      realized: '10.00000000',
      unrealized: '0.00000000',
      fees: '0.00000000',
      funding: '0.00000000',
      adjustments: '0.00000000',
      net: '10.00000000',
      dayStartEquity: '10000.00000000',
      dayStartAt: '2026-01-02T00:00:00.000Z',
    },
    drawdown: { currentPct: 0.5, maxPct: 1, peakEquity: '10060.00000000', peakAt: ago(9_000) },
    positions: [],
    reconciliation: { status: 'OK', lastAt: ago(4_000), differences: 0 },
    executionMode: 'PAPER',
    asOf: ago(0),
    source: SOURCE,
  },
})
