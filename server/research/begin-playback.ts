import { MINUTE_MS } from '../core/instant.ts'
import { rowAt, toCandle } from './columns.ts'
import { type Playback, quote, setLive, tick } from './playback.ts'
import type { SymbolFeed } from './symbol-feed.ts'

/**
 * Starts the engine of a backtest like in live trading: passes it the history before the run, then ticks until it is
 * RUNNING.
 */
export const beginPlayback = (playback: Playback): void => {
  const { engine, feeds, fromMs } = playback
  engine.command({ kind: 'startRun', runId: 'run_backtest', market: 'backtest', mode: playback.state.rules.mode })
  for (const feed of feeds) publishHistory(playback, feed)
  engine.settle()
  for (let count = 0; count < STARTING_TICKS && engine.state.ledger.control.state !== 'RUNNING'; count++) {
    playback.clock.nowMs = fromMs + count
    tick(playback)
  }
}

/** Maximum number of ticks until RUNNING, more than a start needs. */
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
