/** Exact driver: plays the history of a backtest through the engine, minute by minute. */

import { DAY_MS, type Instant, MINUTE_MS } from '../core/instant.ts'
import type { Money } from '../domain/account/money.ts'
import { printStanding } from '../engine/control/standing.ts'
import { HOST } from '../engine/model/events.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { beginPlayback } from './begin-playback.ts'
import type { DriverRun } from './driver.ts'
import { findSampleEquities, isHorizonOver, isSampled } from './equity-samples.ts'
import { closesBar, enterSample, isIdle, isSampleDue, readAccount, readBookings } from './idle.ts'
import { getOffsetMs, LAST_POINT } from './intrabar-path.ts'
import { findSkippedEquity, orderExtremes, playPrices, showClose } from './play-prices.ts'
import {
  closeMinutes,
  createCounts,
  isBusy,
  moveClock,
  noteEquity,
  type Playback,
  type PlaybackCounts,
  type PlaybackParts,
  setLive,
  showMark,
  tick,
} from './playback.ts'
import { resolveMinutes } from './resolve-minutes.ts'
import { moveFeed, type SymbolFeed, shiftSettlement } from './symbol-feed.ts'
import { createVirtualEngine, type VirtualEngine } from './virtual-engine.ts'

/**
 * Runs the engine over the minutes of a range, in virtual time, and yields the end of each day and the minutes whose
 * trades are wanted. The engine receives the open, both extremes and the close of a minute, or the turning points of
 * its trades, only while it has a position or an order in that symbol; every minute closes as a candle. Entries are
 * decided at the close of a bar from the data known then, and are executed at the next minute's open at the earliest.
 */
export function* playHistory(parts: PlaybackParts): DriverRun<PlaybackCounts> {
  const { state, exchange, clock, fromMs, toMs, onFacts } = parts
  const engine = createVirtualEngine({ state, exchange, clock, onFacts })
  const counts = createCounts()
  const playback: Playback = { ...parts, engine, counts }
  beginPlayback(playback)
  for (let openMs = fromMs; openMs < toMs; openMs += MINUTE_MS) {
    if (parts.rearmsDaily && openMs % DAY_MS === 0) rearm(engine)
    yield* playMinute(playback, openMs)
    if ((openMs + MINUTE_MS) % DAY_MS !== 0) continue
    noteEquity(playback, openMs + MINUTE_MS, 'DAY')
    yield openMs + MINUTE_MS
  }
  if (toMs % DAY_MS !== 0) noteEquity(playback, toMs, 'DAY')
  return counts
}

function* playMinute(playback: Playback, openMs: Instant): DriverRun<void> {
  const { feeds, engine, counts } = playback
  const endMs = openMs + MINUTE_MS
  const wasWhole = feeds.every(({ isLive }) => isLive)
  const playing = feeds.filter((feed) => hasData(playback, feed, openMs))
  counts.symbolMinutes += playing.length
  const isWhole = wasWhole && playing.length === feeds.length
  if (!playback.playsEverything && isWhole && isIdle(engine.state, openMs)) return passMinute(playback, openMs)
  const busy = playing.filter(({ symbol }) => isBusy(engine.state, symbol))
  if (busy.length > 0) counts.minutesActive++
  const mustTick = needsReading(engine.state, endMs - 1) || (busy.length === 0 && isSampleDue(engine.state))
  const visible = mustTick ? playing : busy
  orderExtremes(playback, visible)
  const equities = isWhole && visible === busy ? findPassedEquities(playback, busy, openMs) : null
  if (equities !== null) return passMinute(playback, openMs, equities)
  yield* resolveMinutes(playback, visible)
  playWholeMinute(playback, openMs, { playing, visible })
  if (busy.length > 0) noteEquity(playback, endMs - 1, 'MINUTE')
  closeMinute(playback, playing, endMs)
}

interface MinuteFeeds {
  /** Symbols with data. */
  readonly playing: readonly SymbolFeed[]
  /** Symbols whose prices within the minute are played. */
  readonly visible: readonly SymbolFeed[]
}

const playWholeMinute = (playback: Playback, openMs: Instant, { playing, visible }: MinuteFeeds): void => {
  const { engine } = playback
  const endMs = openMs + MINUTE_MS
  if (visible.length > 0) playPrices(playback, visible)
  const close = { point: LAST_POINT, atMs: endMs - 1 }
  const isCalm = isSampled(engine.state, close.atMs) && findSkippedEquity(playback, visible, close) !== null
  for (const feed of playing) showClose(playback, feed, endMs - 1)
  moveClock(playback, endMs - 1)
  engine.settle()
  if (isCalm) return
  // Ticks at the times of trades shift the readings, which would be too old in a later minute with fewer ticks.
  if (visible.some(({ tradedPath }) => tradedPath !== null)) readAccount(engine.state, close.atMs)
  else readBookings(engine.state, close.atMs)
  tick(playback)
}

const closeMinute = (playback: Playback, playing: readonly SymbolFeed[], endMs: Instant): void => {
  const { engine, clock } = playback
  settleFunding(playback, endMs)
  clock.nowMs = endMs
  closeMinutes(engine, playing)
  if (isHorizonOver(engine.state, endMs)) tick(playback)
}

/** Returns the equity at each point of a minute with a position if its prices can be skipped, otherwise null. */
const findPassedEquities = (
  { engine, playsEverything }: Playback,
  busy: readonly SymbolFeed[],
  openMs: Instant,
): readonly Money[] | null =>
  playsEverything || busy.length === 0 ? null : findSampleEquities(engine.state, busy, openMs)

/**
 * Plays a minute in which nothing can happen before its close: only the close, which may lead to entries and exits, and
 * with a position the equity samples.
 */
const passMinute = (playback: Playback, openMs: Instant, equities: readonly Money[] = []): void => {
  const { feeds, engine } = playback
  const { state } = engine
  const endMs = openMs + MINUTE_MS
  const isHeld = equities.length > 0
  if (isHeld) enterEquities(playback, openMs, equities)
  const showsBook = isHeld || closesBar(state, endMs)
  for (const feed of feeds) {
    if (showsBook) showClose(playback, feed, endMs - 1)
    else showMark(playback, feed, endMs - 1)
  }
  if (isHeld) noteEquity(playback, endMs - 1, 'MINUTE')
  closeMinute(playback, feeds, endMs)
}

/** Records the equity at the points of a minute before its close; the first one is sampled. */
const enterEquities = (playback: Playback, openMs: Instant, equities: readonly Money[]): void => {
  const { state } = playback.engine
  for (const [point, equity] of equities.slice(0, LAST_POINT).entries()) {
    const atMs = openMs + getOffsetMs(point)
    if (!isSampled(state, atMs)) {
      moveClock(playback, atMs)
      playback.onFacts(enterSample(state, equity, atMs), atMs)
    }
    playback.onEquity(atMs, equity, 'PRICE')
  }
}

/**
 * Returns whether the account must be read before the minute ends, because the engine would otherwise count as
 * unreconciled.
 */
const needsReading = ({ session, rules }: EngineState, atMs: Instant): boolean =>
  atMs - (session.reconciliation.doneAtMs ?? 0) > (rules.constitution.data.maxReconciliationAgeMs ?? 0)

/** Moves a feed to a minute; returns whether it has data. A gap breaks its stream, as on an exchange. */
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

const settleFunding = ({ engine, clock, exchange, feeds }: Playback, atMs: Instant): void => {
  for (const feed of feeds) {
    const settlement = shiftSettlement(feed, atMs)
    if (!settlement) continue
    clock.nowMs = atMs
    engine.take({ kind: 'markPrice', markPrice: settlement })
    exchange.mark(settlement)
  }
  engine.settle()
}

/** Resumes the engine like a host that checks it once a day. */
export const rearm = (engine: VirtualEngine): void => {
  if (engine.state.ledger.control.state !== 'PAUSED') return
  const reason = 'resumed at the beginning of the day'
  const instructed = { actor: HOST, requestId: null, idempotency: null, reason, auditId: 'aud_backtest' } as const
  engine.command({ kind: 'resume', displayed: printStanding(engine.state), instructed })
}
