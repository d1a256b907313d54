import { decimal } from '../../server/core/decimal.ts'
import type { Id } from '../../server/core/id.ts'
import type { Instant } from '../../server/core/instant.ts'
import { type Money, toMoney } from '../../server/domain/account/money.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Order } from '../../server/domain/order/order.ts'
import type { AccountSnapshot, VenueFill, VenueOrder, VenueStatus } from '../../server/domain/order/venue-report.ts'
import type { Position } from '../../server/domain/position/position.ts'
import type { Effect } from '../../server/engine/model/effects.ts'
import type {
  ClockStepped,
  Command,
  CommandOutcome,
  EngineEvent,
  Instructed,
  OrderRequest,
} from '../../server/engine/model/events.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import type { Submission, VenueEvent, VenueRequest } from '../../server/engine/model/venue.ts'
import { step } from '../../server/engine/run/step.ts'
import type { EngineState } from '../../server/engine/state/turn.ts'
import { estimateVenueTime } from '../../server/engine/trading/clock.ts'
import { anEngineState } from './engine-state.ts'
import { aCandle, anInstrument, aSnapshot, levels, NOON_MS } from './market-samples.ts'

/** The mark in ticks: 60,000.0 USDT. */
export const MARK = 600_000
export const BALANCE: Money = toMoney(decimal('10000'))

export const INSTRUCTED: Instructed = {
  actor: { type: 'USER', sub: 'usr_1', sid: null, ip: null },
  requestId: null,
  idempotency: null,
  reason: null,
  auditId: 'aud_00000000000000000000000001',
}

/** Isolated engine on a quiet market, with all its outgoing requests kept for inspection and manual answers. */
export interface Harness {
  readonly state: EngineState
  readonly nowMs: Instant
  readonly facts: readonly Fact[]
  /** Returns the requests to the exchange since the last call. */
  take(): VenueRequest[]
  /** Submissions among them; the others are dropped. */
  takeSubmissions(): Submission[]
  publish(event: VenueEvent): void
  command(command: Command): CommandOutcome
  place(request?: Partial<OrderRequest>): Id<'ord'>
  /** Advances time in steps of 100 ms; the market continues, and requests in between can be answered. */
  pass(ms: number, answer?: (request: VenueRequest) => void): void
  mark(price: number): void
  /** Sets the host's wall clock, and platform time if it adopts the step. */
  stepClock(step: Partial<ClockStepped>): void
  order(orderId: string): Order
  position(): Position | undefined
}

export const anOrderRequest = (request: Partial<OrderRequest> = {}): OrderRequest => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  size: { quantity: lots(10) },
  price: ticks(MARK - 1_000),
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  maxSlippageBps: null,
  clientOrderId: null,
  ...request,
})

export const anAccount = (account: Partial<AccountSnapshot> = {}): AccountSnapshot => ({
  walletBalance: BALANCE,
  positions: [],
  openOrders: [],
  fills: [],
  funding: [],
  takenAtMs: NOON_MS,
  ...account,
})

/** Opens a floor: open, connected and reconciled, unless specified otherwise. */
export const openHarness = (
  parts: Partial<EngineState> = {},
  account: AccountSnapshot | null = anAccount(),
): Harness => {
  const state = anEngineState(parts)
  const facts: Fact[] = []
  const requests: VenueRequest[] = []
  let nowMs = NOON_MS
  let orders = 0
  let mark = MARK
  let sequence = 100

  const take = (): VenueRequest[] => requests.splice(0)
  const perform = (effect: Effect): void => {
    if (effect.kind === 'askVenue') requests.push(effect.request)
    if (effect.kind !== 'submitOrder') return
    const { venueClientId, terms, plan } = effect.order.candidate
    const { recvWindowMs } = effect
    const signedAtMs = estimateVenueTime(state.session, nowMs)
    const stopLoss = plan && { stopLoss: plan.stopLoss }
    publish({ kind: 'sent', venueClientId })
    requests.push({ kind: 'submit', submission: { venueClientId, terms, signedAtMs, recvWindowMs, ...stopLoss } })
  }
  const run = (event: EngineEvent): CommandOutcome => {
    const next = step(state, event)
    facts.push(...next.facts)
    for (const effect of next.effects) perform(effect)
    return next.outcome
  }
  const receive = (event: MarketEvent): CommandOutcome => run({ kind: 'market', event, atMs: nowMs })
  const publish = (event: VenueEvent): void => void run({ kind: 'venue', event, atMs: nowMs })
  const tick = (): void => void run({ kind: 'timer', health: { commitP99Ms: 1, freeDiskBytes: 2 ** 40 }, atMs: nowMs })
  const quote = (): void => {
    const times = { symbol: 'BTCUSDT', exchangeTimeMs: nowMs }
    sequence++
    receive({
      kind: 'bookDelta',
      delta: {
        ...times,
        firstSequence: sequence,
        lastSequence: sequence,
        previousSequence: sequence - 1,
        bids: [],
        asks: [],
      },
    })
    receive({
      kind: 'markPrice',
      markPrice: {
        ...times,
        mark: ticks(mark),
        index: ticks(mark),
        fundingRate: null,
        fundingIntervalMs: null,
        nextFundingAtMs: null,
        fundingRateCap: null,
        fundingRateFloor: null,
        openInterest: null,
      },
    })
  }

  const goOn = (): void => {
    nowMs += 100
    if (nowMs % 1_000 === 0) quote()
    if (nowMs % 5_000 === 0) publish({ kind: 'heartbeat' })
    tick()
  }

  receive({ kind: 'instrument', instrument: anInstrument({ minNotional: decimal('5'), maxLeverage: 125 }) })
  receive({
    kind: 'history',
    candle: aCandle({ openMs: NOON_MS - 60_000, prices: [MARK, MARK, MARK, MARK], volume: 10_000_000 }),
  })
  receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS } })
  receive({
    kind: 'bookSnapshot',
    snapshot: aSnapshot({ bids: levels([MARK - 1, 500]), asks: levels([MARK + 1, 500]) }),
  })
  quote()
  run({ kind: 'command', command: { kind: 'startRun', runId: 'run_A', market: 'test', mode: 'PAPER' }, atMs: nowMs })
  if (account) {
    publish({ kind: 'stream', state: 'connected' })
    tick()
    for (const request of take()) answerRead(publish, request, { account, serverTimeMs: nowMs })
    nowMs += 500
    tick()
    for (const request of take()) answerRead(publish, request, { account, serverTimeMs: nowMs })
  }

  return {
    state,
    get nowMs() {
      return nowMs
    },
    facts,
    take,
    takeSubmissions: () => take().flatMap((request) => (request.kind === 'submit' ? [request.submission] : [])),
    publish,
    command: (command) => run({ kind: 'command', command, atMs: nowMs }),
    place(request = {}) {
      const orderId = `ord_${String(++orders).padStart(26, '0')}` as Id<'ord'>
      const venueSeed = orderId.slice(4)
      const command: Command = {
        kind: 'placeOrder',
        orderId,
        venueSeed,
        request: anOrderRequest(request),
        instructed: INSTRUCTED,
      }
      run({ kind: 'command', command, atMs: nowMs })
      return orderId
    },
    pass(ms, answer) {
      for (const end = nowMs + ms; nowMs < end; ) {
        goOn()
        if (answer) take().forEach(answer)
      }
    },
    mark(price) {
      mark = price
      quote()
    },
    stepClock(step) {
      nowMs += step.adoptedMs ?? 0
      run({ kind: 'clockStepped', step: { byMs: 0, hostOffsetMs: 0, adoptedMs: 0, ...step }, atMs: nowMs })
    },
    order(orderId) {
      const order = state.ledger.orders.get(orderId)
      if (!order) throw new Error(`${orderId} is not in the ledger`)
      return order
    },
    position: () => state.ledger.positions.get('BTCUSDT'),
  }
}

interface Readings {
  readonly account: AccountSnapshot | null
  readonly serverTimeMs: Instant | null
}

/** Answers read-only requests; others remain unanswered. */
export const answerRead = (
  publish: Harness['publish'],
  request: VenueRequest,
  { account, serverTimeMs }: Readings,
): void => {
  if (request.kind === 'readAccount') publish({ kind: 'accountRead', queryId: request.queryId, snapshot: account })
  if (request.kind === 'readTime') publish({ kind: 'timeRead', queryId: request.queryId, serverTimeMs })
}

let execs = 0

/** Creates a fill of an order at the exchange. */
export const aFill = (
  submission: Pick<Submission, 'venueClientId' | 'terms'>,
  fill: Partial<VenueFill> = {},
): VenueFill => ({
  execId: `exec-${++execs}`,
  exchangeOrderId: `9${submission.venueClientId.length}`,
  venueClientId: submission.venueClientId,
  symbol: submission.terms.symbol,
  side: submission.terms.side,
  price: submission.terms.price ?? ticks(MARK),
  quantity: submission.terms.quantity,
  fee: 100n,
  liquidity: 'TAKER',
  kind: 'TRADE',
  executedAtMs: NOON_MS + 1_000,
  ...fill,
})

/** Creates an order in the exchange's form. */
export const aVenueOrder = (
  { venueClientId, terms }: Pick<Submission, 'venueClientId' | 'terms'>,
  status: VenueStatus,
  fields: Partial<VenueOrder> = {},
): VenueOrder => ({
  venueClientId,
  exchangeOrderId: '8389765739703625592',
  symbol: terms.symbol,
  status,
  filled: lots(0),
  sequence: 1,
  reason: null,
  atMs: NOON_MS + 1_000,
  terms,
  ...fields,
})

/** Opens a position with a filled market entry, and returns the stop sent for it. */
export const entered = (harness: Harness, quantity = 10): { readonly entry: Submission; readonly stop: Submission } => {
  harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(quantity) } })
  const [entry] = harness.takeSubmissions()
  if (!entry) throw new Error('no entry was sent')
  harness.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const [stop] = harness.takeSubmissions()
  if (!stop) throw new Error('no stop was sent')
  return { entry, stop }
}
