import { decimal } from '../../server/core/decimal.ts'
import type { Id } from '../../server/core/id.ts'
import type { Instant } from '../../server/core/instant.ts'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { AccountSnapshot } from '../../server/domain/order/venue-report.ts'
import type { Effect } from '../../server/engine/model/effects.ts'
import type { Command, CommandOutcome, EngineEvent, OrderRequest } from '../../server/engine/model/events.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { step } from '../../server/engine/run/step.ts'
import type { EngineState } from '../../server/engine/state/turn.ts'
import { estimateVenueTime } from '../../server/engine/trading/clock.ts'
import { anEngineState } from './engine-state.ts'
import { aCandle, anInstrument, aSnapshot, levels, NOON_MS } from './market-samples.ts'
import { anOrderRequest, INSTRUCTED, MARK } from './trading-floor.ts'
import { aStage } from './venue-stage.ts'

export const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const
type HarnessSymbol = (typeof SYMBOLS)[number]

/** Engine on a local exchange (clearing, one order book per symbol), with one clock moved by hand. */
export interface ExchangeHarness {
  readonly state: EngineState
  readonly nowMs: Instant
  /** Every fact so far. */
  readonly facts: readonly Fact[]
  command(command: Command): CommandOutcome
  place(request: Partial<OrderRequest>): Id<'ord'>
  /** Moves the mark of a symbol; its book stays around the opening price. */
  mark(symbol: HarnessSymbol, price: number): void
  pass(ms: number): void
  /** Returns the account held by the exchange itself. */
  account(): AccountSnapshot
}

const DEPTH = 1_000_000

type SubmitOrder = Extract<Effect, { kind: 'submitOrder' }>

export const openExchangeHarness = (parts: Partial<EngineState> = {}): ExchangeHarness => {
  const state = anEngineState(parts)
  const stage = aStage({ leverage: () => 20 })
  const marks = new Map<string, number>(SYMBOLS.map((symbol) => [symbol, MARK]))
  let nowMs = NOON_MS
  let sequence = 100
  let orders = 0
  const facts: Fact[] = []
  stage.clock.nowMs = nowMs

  const run = (event: EngineEvent): CommandOutcome => {
    const { effects, outcome, facts: made } = step(state, event)
    facts.push(...made)
    for (const effect of effects) {
      if (effect.kind === 'askVenue') stage.venue.send(effect.request)
      if (effect.kind === 'submitOrder') submit(effect)
    }
    return outcome
  }
  const submit = (effect: SubmitOrder): void => {
    const { venueClientId, terms, plan } = effect.order.candidate
    const { recvWindowMs } = effect
    const stopLoss = plan && { stopLoss: plan.stopLoss }
    const signedAtMs = estimateVenueTime(state.session, nowMs)
    run({ kind: 'venue', event: { kind: 'sent', venueClientId }, atMs: nowMs })
    stage.venue.send({ kind: 'submit', submission: { venueClientId, terms, signedAtMs, recvWindowMs, ...stopLoss } })
  }
  const settle = (): void => {
    stage.tasks.run()
    for (const event of stage.events.splice(0)) run({ kind: 'venue', event, atMs: nowMs })
    if (stage.events.length > 0) settle()
  }
  const receive = (event: MarketEvent): void => void run({ kind: 'market', event, atMs: nowMs })
  const quote = (symbol: string): void => {
    const mark = ticks(marks.get(symbol) ?? MARK)
    const times = { symbol, exchangeTimeMs: nowMs }
    const [firstSequence, lastSequence, previousSequence] = [sequence + 1, sequence + 1, sequence]
    const none = { bids: [], asks: [] }
    receive({ kind: 'bookDelta', delta: { ...times, firstSequence, lastSequence, previousSequence, ...none } })
    receive({ kind: 'markPrice', markPrice: { ...times, mark, index: mark, ...UNKNOWN } })
    stage.mark(mark, { symbol })
  }
  const quoteAll = (): void => {
    for (const symbol of SYMBOLS) quote(symbol)
    sequence++
    settle()
  }
  const tick = (): void => {
    nowMs += 100
    stage.clock.nowMs = nowMs
    if (nowMs % 1_000 === 0) quoteAll()
    if (nowMs % 5_000 === 0) run({ kind: 'venue', event: { kind: 'heartbeat' }, atMs: nowMs })
    run({ kind: 'timer', health: { commitP99Ms: 1, freeDiskBytes: 2 ** 40 }, atMs: nowMs })
    settle()
  }
  const command = (given: Command): CommandOutcome => {
    const outcome = run({ kind: 'command', command: given, atMs: nowMs })
    settle()
    return outcome
  }

  for (const symbol of SYMBOLS) {
    stage.quote('BUY', MARK - 1, DEPTH, symbol)
    stage.quote('SELL', MARK + 1, DEPTH, symbol)
    receive({ kind: 'instrument', instrument: anInstrument({ symbol, minNotional: decimal('5'), maxLeverage: 100 }) })
    const prices = [MARK, MARK, MARK, MARK] as const
    receive({ kind: 'history', candle: aCandle({ symbol, openMs: NOON_MS - 60_000, prices, volume: 10_000_000 }) })
    receive({ kind: 'stream', change: { symbol, state: 'live', sinceMs: NOON_MS } })
    const touch = { bids: levels([MARK - 1, 500]), asks: levels([MARK + 1, 500]) }
    receive({ kind: 'bookSnapshot', snapshot: aSnapshot({ symbol, ...touch }) })
  }
  quoteAll()
  command({ kind: 'startRun', runId: 'run_A', market: 'test', mode: 'PAPER' })
  for (let count = 0; count < 20; count++) tick()

  return {
    state,
    facts,
    get nowMs() {
      return nowMs
    },
    command,
    place(request) {
      const orderId = `ord_${String(++orders).padStart(26, '0')}` as Id<'ord'>
      const venueSeed = orderId.slice(4)
      command({ kind: 'placeOrder', orderId, venueSeed, request: anOrderRequest(request), instructed: INSTRUCTED })
      return orderId
    },
    mark(symbol, price) {
      marks.set(symbol, price)
      quoteAll()
    },
    pass(ms) {
      for (const end = nowMs + ms; nowMs < end; ) tick()
    },
    account: () => {
      const known = stage.events.length
      const snapshot = stage.account()
      stage.events.splice(known)
      return snapshot
    },
  }
}

const UNKNOWN = {
  fundingRate: null,
  fundingIntervalMs: null,
  nextFundingAtMs: null,
  fundingRateCap: null,
  fundingRateFloor: null,
  openInterest: null,
}

/** Returns a quantity of lots for requests. */
export const sized = (quantity: number): OrderRequest['size'] => ({ quantity: lots(quantity) })
