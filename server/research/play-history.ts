import { DAY_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import type { MarkPrice } from '../domain/market/market-event.ts'
import type { Direction } from '../domain/signal/strategy.ts'
import { printStanding } from '../engine/control/standing.ts'
import { HOST } from '../engine/model/events.ts'
import type { Fact } from '../engine/model/facts.ts'
import { workingOrders } from '../engine/state/ledger.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { computeEquity } from '../engine/trading/exposure.ts'
import { findCalmEquity, isHorizonOver, isSampled, listTriggersPassed, type PointInTime } from './calm.ts'
import { rowAt, toCandle } from './columns.ts'
import { closesBar, isAtRest, isIdle, repeatReadings, skipCheck } from './idle.ts'
import { type IntrabarPath, isAmbiguous, isLowFirst, POINT_OFFSETS_MS, priceAtPoint } from './intrabar-path.ts'
import { isUnsettled, nextCheckAt } from './next-check.ts'
import type { BacktestExchange } from './ports.ts'
import {
  bookEvent,
  lastPrices,
  markAt,
  markPrices,
  moveFeed,
  pricePoint,
  type SymbolFeed,
  takeSettlement,
} from './symbol-feed.ts'
import { createVirtualEngine, type VirtualEngine } from './virtual-engine.ts'

interface Playback extends PlaybackParts {
  readonly engine: VirtualEngine
  readonly counts: PlaybackCounts
}

/**
 * Runs the engine over the minutes of a range, in virtual time, and yields the end of each day with the counts so far.
 * The engine sees the open, both extremes and the close of a minute only while it has a position or an order in that
 * symbol; every minute closes as a candle. Entries are decided at the close of a bar, from what was known then, and
 * trade at the next minute's open at the earliest.
 */
export function* playHistory(parts: PlaybackParts): Generator<Instant, PlaybackCounts> {
  const { state, exchange, clock, fromMs, toMs, onFacts } = parts
  const engine = createVirtualEngine({ state, exchange, clock, onFacts })
  const counts: PlaybackCounts = { symbolMinutes: 0, minutesActive: 0, ambiguousMinutes: 0, gapMinutes: 0 }
  const playback: Playback = { ...parts, engine, counts }
  begin(playback)
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
    if (parts.rearmsDaily && openMs % DAY_MS === 0) rearm(playback)
    playMinute(playback, openMs)
    if ((openMs + MINUTE_MS) % DAY_MS !== 0) continue
    noteEquity(playback, openMs + MINUTE_MS, 'DAY')
    yield openMs + MINUTE_MS
  }
  if (toMs % DAY_MS !== 0) noteEquity(playback, toMs, 'DAY')
  return counts
}

/** Engine, exchange and prices of a backtest, and the range to play. */
export interface PlaybackParts {
  readonly state: EngineState
  readonly exchange: BacktestExchange
  /** Time of engine and exchange; moved by the playback alone. */
  readonly clock: { nowMs: Instant }
  /** In the order in which they are processed. */
  readonly feeds: readonly SymbolFeed[]
  readonly path: IntrabarPath
  /** Start of the candles that the strategies get before the run. */
  readonly warmFromMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
  /** True when the host resumes the engine at the beginning of each UTC day. */
  readonly rearmsDaily: boolean
  /** True when the engine gets also the prices and readings that are known to change nothing: slower, with the same result. */
  readonly playsEverything: boolean
  readonly onFacts: (facts: readonly Fact[], atMs: Instant) => void
  /** Called with the equity at each price of a minute with a position, and at the end of each day. */
  readonly onEquity: (atMs: Instant, equity: Money, at: 'PRICE' | 'MINUTE' | 'DAY') => void
}

/** What a run met besides its trades. */
export interface PlaybackCounts {
  /** Minutes with a candle, counted for each symbol. */
  symbolMinutes: number
  /** Minutes in which at least one symbol had a position or a working order. */
  minutesActive: number
  ambiguousMinutes: number
  gapMinutes: number
}

/** Starts the run as a live one starts: history first, then the account is read. */
const begin = (playback: Playback): void => {
  const { engine, feeds, fromMs } = playback
  engine.command({ kind: 'startRun', runId: 'run_backtest', market: 'backtest', mode: playback.state.rules.mode })
  for (const feed of feeds) publishHistory(playback, feed)
  engine.settle()
  for (let count = 0; count < STARTING_TICKS && engine.state.ledger.control.state !== 'RUNNING'; count++) {
    playback.clock.nowMs = fromMs + count
    tick(playback)
  }
}

/** More than a start takes. */
const STARTING_TICKS = 20

const publishHistory = ({ engine, fromMs, warmFromMs, exchange }: Playback, feed: SymbolFeed): void => {
  const { last } = feed.history
  engine.take({ kind: 'instrument', instrument: feed.instrument })
  for (const funding of feed.funding.slice(0, feed.settled)) engine.take({ kind: 'funding', funding })
  let known: number | undefined
  for (let openMs = warmFromMs; openMs < fromMs; openMs += MINUTE_MS) {
    const row = rowAt(last, openMs)
    if (row === undefined) continue
    engine.take({ kind: 'history', candle: toCandle(last, feed.symbol, row) })
    known = row
  }
  if (known === undefined) return
  const price = last.close[known] ?? 0
  setLive(engine, feed, fromMs)
  feed.minuteMs = fromMs
  exchange.mark(quote(engine, feed, { last: price, mark: price, atMs: fromMs }))
}

const setLive = (engine: VirtualEngine, feed: SymbolFeed, sinceMs: Instant): void => {
  feed.isLive = true
  engine.take({ kind: 'stream', change: { symbol: feed.symbol, state: 'live', sinceMs } })
}

/** Moves time, and repeats the readings that come due with it while the exchange would answer as before. */
const moveClock = ({ clock, engine: { state }, playsEverything }: Playback, atMs: Instant): void => {
  clock.nowMs = atMs
  if (!playsEverything && isAtRest(state)) repeatReadings(state, atMs)
}

/** Returns the equity at a point of the minute where that price can be left out, or null. */
const findSkippedEquity = (playback: Playback, feeds: readonly SymbolFeed[], at: PointInTime): Money | null =>
  playback.playsEverything ? null : findCalmEquity(playback.engine.state, feeds, at)

const tick = ({ engine }: Playback): void => {
  engine.tick()
  engine.settle()
}

const playMinute = (playback: Playback, openMs: Instant): void => {
  const { feeds, engine, clock, counts } = playback
  const endMs = openMs + MINUTE_MS
  const wasWhole = feeds.every(({ isLive }) => isLive)
  const playing = feeds.filter((feed) => hasData(playback, feed, openMs))
  counts.symbolMinutes += playing.length
  const isWhole = wasWhole && playing.length === feeds.length
  if (!playback.playsEverything && isWhole && isIdle(engine.state, openMs)) return passMinute(playback, openMs)
  const busy = playing.filter(({ symbol }) => isBusy(engine.state, symbol))
  if (busy.length > 0) counts.minutesActive++
  const visible = needsReading(engine.state, endMs - 1) ? playing : busy
  if (visible.length > 0) playPrices(playback, visible, openMs)
  const close = { point: LAST_POINT, atMs: endMs - 1 }
  const isCalm = isSampled(engine.state, close.atMs) && findSkippedEquity(playback, visible, close) !== null
  for (const feed of playing) showClose(playback, feed, endMs - 1)
  moveClock(playback, endMs - 1)
  engine.settle()
  if (isCalm) skipCheck(engine.state, close.atMs)
  else tick(playback)
  if (busy.length > 0) noteEquity(playback, endMs - 1, 'MINUTE')
  settleFunding(playback, endMs)
  clock.nowMs = endMs
  takeCandles(engine, playing)
  if (isHorizonOver(engine.state, endMs)) tick(playback)
}

/** Plays a minute without a position or an order: its close alone, as entries can follow from that. */
const passMinute = (playback: Playback, openMs: Instant): void => {
  const { feeds, engine } = playback
  const endMs = openMs + MINUTE_MS
  const showsBook = closesBar(engine.state, endMs)
  for (const feed of feeds) {
    if (showsBook) showClose(playback, feed, endMs - 1)
    else showMark(playback, feed, endMs - 1)
  }
  skipCheck(engine.state, endMs - 1)
  settleFunding(playback, endMs)
  playback.clock.nowMs = endMs
  takeCandles(engine, feeds)
}

const takeCandles = (engine: VirtualEngine, feeds: readonly SymbolFeed[]): void => {
  for (const { history, symbol, row } of feeds) {
    if (row !== undefined) engine.take({ kind: 'minute', candle: toCandle(history.last, symbol, row) })
  }
  engine.settle()
}

/** Returns whether the account has to be read before the minute is over, or the engine would count as out of step. */
const needsReading = ({ session, rules }: EngineState, atMs: Instant): boolean =>
  atMs - (session.reconciliation.doneAtMs ?? 0) > (rules.constitution.data.maxReconciliationAgeMs ?? 0)

/** Moves a feed to a minute. A gap breaks its stream, as on an exchange. */
const hasData = ({ engine, counts }: Playback, feed: SymbolFeed, openMs: Instant): boolean => {
  const wasLive = feed.isLive
  if (moveFeed(feed, openMs)) {
    if (!wasLive) setLive(engine, feed, openMs)
    return true
  }
  counts.gapMinutes++
  if (wasLive) engine.take({ kind: 'stream', change: { symbol: feed.symbol, state: 'lost' } })
  feed.isLive = false
  return false
}

/** Returns whether a price within the minute can change anything: there is a position or an order. */
const isBusy = ({ ledger }: EngineState, symbol: string): boolean => {
  if (ledger.positions.has(symbol)) return true
  return ledger.working.size > 0 && workingOrders(ledger).some(({ terms }) => terms.symbol === symbol)
}

/** Shows the prices within a minute, symbol by symbol at each of its points; the close comes with the candle. */
const playPrices = (playback: Playback, feeds: readonly SymbolFeed[], openMs: Instant): void => {
  const { state } = playback.engine
  for (const feed of feeds) {
    feed.lowFirst = isLowFirst(playback.path, directionIn(state, feed.symbol), markPrices(feed))
    if (isAmbiguousFor(state, feed)) playback.counts.ambiguousMinutes++
  }
  for (let point = 0; point < LAST_POINT; point++) {
    const atMs = openMs + getOffsetMs(point)
    const at = { point, atMs }
    const skippedEquity = findSkippedEquity(playback, feeds, at)
    if (skippedEquity !== null) {
      if (isSampled(state, atMs)) skipCheck(state, atMs)
      else sampleEquity(playback, feeds, at)
      playback.onEquity(atMs, skippedEquity, 'PRICE')
      continue
    }
    for (const feed of feeds) playPoint(playback, feed, point, atMs)
    tick(playback)
    noteEquity(playback, atMs, 'PRICE')
    catchUp(playback, feeds, openMs + getOffsetMs(point + 1))
  }
}

/** Has the engine sample the equity at a point that changes nothing on the exchange. */
const sampleEquity = (playback: Playback, feeds: readonly SymbolFeed[], { point, atMs }: PointInTime): void => {
  moveClock(playback, atMs)
  for (const feed of feeds) {
    const last = priceAtPoint(lastPrices(feed), point, feed.lowFirst)
    const mark = priceAtPoint(markPrices(feed), point, feed.lowFirst)
    quote(playback.engine, feed, { last, mark, atMs })
  }
  tick(playback)
}

const getOffsetMs = (point: number): number => POINT_OFFSETS_MS[point] ?? 0

const LAST_POINT = POINT_OFFSETS_MS.length - 1

/** The direction of the position, or of the entry that is on its way. */
const directionIn = ({ ledger }: EngineState, symbol: string): Direction | null => {
  const position = ledger.positions.get(symbol)
  if (position) return position.direction
  const entry = workingOrders(ledger).find(({ terms }) => terms.symbol === symbol && !terms.reduceOnly)
  return entry ? (entry.terms.side === 'BUY' ? 'LONG' : 'SHORT') : null
}

const isAmbiguousFor = (state: EngineState, feed: SymbolFeed): boolean => {
  const { ledger } = state
  const position = ledger.positions.get(feed.symbol)
  const entry = workingOrders(ledger).find(({ terms, plan }) => terms.symbol === feed.symbol && plan !== null)
  const plan = position?.protection.plan ?? entry?.plan
  const direction = directionIn(state, feed.symbol)
  if (!plan || direction === null) return false
  const barriers = { direction, stopLoss: plan.stopLoss.price, takeProfit: plan.takeProfit?.price ?? null }
  return isAmbiguous(markPrices(feed), barriers)
}

/** Moves a symbol to a point of its minute, stopping at every trigger on the way. */
const playPoint = (playback: Playback, feed: SymbolFeed, point: number, atMs: Instant): void => {
  const [last, mark] = [lastPrices(feed), markPrices(feed)]
  const to = priceAtPoint(mark, point, feed.lowFirst)
  if (point > 0) {
    const from = priceAtPoint(mark, point - 1, feed.lowFirst)
    const basis = last.open - mark.open
    for (const trigger of listTriggersPassed(playback.engine.state, feed, point)) {
      const at = Math.min(last.high, Math.max(last.low, trigger + basis))
      const lengthMs = getOffsetMs(point) - getOffsetMs(point - 1)
      const passesMs = atMs - Math.ceil((lengthMs * (to - trigger)) / (to - from))
      showPrice(playback, feed, { last: at, mark: trigger, atMs: Math.max(playback.clock.nowMs, passesMs), trigger })
    }
  }
  showPrice(playback, feed, { last: priceAtPoint(last, point, feed.lowFirst), mark: to, atMs, trigger: null })
}

interface Quote {
  readonly last: number
  readonly mark: number
  readonly atMs: Instant
}

/** Gives the engine the order book around a last price, and the mark price. */
const quote = (engine: VirtualEngine, feed: SymbolFeed, { last, mark, atMs }: Quote): MarkPrice => {
  const markPrice = markAt(feed, mark, atMs)
  engine.take(bookEvent(feed, { atMs, last }))
  engine.take({ kind: 'markPrice', markPrice })
  return markPrice
}

interface PriceChange extends Quote {
  readonly trigger: number | null
}

/** Shows a price to the engine, then to the exchange, which trades what waits for it and what it sets off. */
const showPrice = (playback: Playback, feed: SymbolFeed, { last, mark, atMs, trigger }: PriceChange): void => {
  const { engine, exchange } = playback
  moveClock(playback, atMs)
  const markPrice = quote(engine, feed, { last, mark, atMs })
  exchange.reach(pricePoint(feed, { atMs, last }, trigger))
  exchange.mark(markPrice)
  engine.settle()
}

const showClose = (playback: Playback, feed: SymbolFeed, atMs: Instant): void => {
  if (isBusy(playback.engine.state, feed.symbol)) return playPoint(playback, feed, LAST_POINT, atMs)
  moveClock(playback, atMs)
  playback.engine.take(bookEvent(feed, { atMs, last: lastPrices(feed).close }))
  playback.exchange.mark(showMark(playback, feed, atMs))
}

const showMark = (playback: Playback, feed: SymbolFeed, atMs: Instant): MarkPrice => {
  moveClock(playback, atMs)
  const markPrice = markAt(feed, markPrices(feed).close, atMs)
  playback.engine.take({ kind: 'markPrice', markPrice })
  return markPrice
}

/**
 * Runs the tasks of the engine that are due before an instant, while a position or an order is not settled. The market
 * stands at its last price meanwhile.
 */
const catchUp = (playback: Playback, feeds: readonly SymbolFeed[], beforeMs: Instant): void => {
  const { engine, clock } = playback
  for (let count = 0; count < CATCH_UP_MAX && isUnsettled(engine.state); count++) {
    const dueMs = nextCheckAt(engine.state, clock.nowMs)
    if (dueMs >= beforeMs) return
    for (const feed of feeds) standStill(playback, feed, dueMs)
    clock.nowMs = dueMs
    tick(playback)
  }
}

const standStill = ({ engine, clock, exchange }: Playback, feed: SymbolFeed, atMs: Instant): void => {
  clock.nowMs = atMs
  const markPrice = markAt(feed, feed.lastMark, atMs)
  engine.take(bookEvent(feed, { atMs, last: feed.lastPrice }))
  engine.take({ kind: 'markPrice', markPrice })
  exchange.mark(markPrice)
  engine.settle()
}

/** Tasks between two prices; what takes longer is looked at again with the next price. */
const CATCH_UP_MAX = 100

const settleFunding = ({ engine, clock, exchange, feeds }: Playback, atMs: Instant): void => {
  for (const feed of feeds) {
    const settlement = takeSettlement(feed, atMs)
    if (!settlement) continue
    clock.nowMs = atMs
    engine.take({ kind: 'markPrice', markPrice: settlement })
    exchange.mark(settlement)
  }
  engine.settle()
}

const noteEquity = ({ engine, onEquity }: Playback, atMs: Instant, at: 'PRICE' | 'MINUTE' | 'DAY'): void => {
  const equity = computeEquity(engine.state)
  if (equity !== null) onEquity(atMs, equity, at)
}

/** Resumes as a host that looks at the engine once a day would. */
const rearm = ({ engine }: Playback): void => {
  if (engine.state.ledger.control.state !== 'PAUSED') return
  const reason = 'resumed at the beginning of the day'
  const instructed = { actor: HOST, requestId: null, idempotency: null, reason, auditId: 'aud_backtest' } as const
  engine.command({ kind: 'resume', displayed: printStanding(engine.state), instructed })
}
