/** Restores the state of the engine at startup from journal, snapshot, candles and signals. */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import { createQueue } from '../../core/queue.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { intervalStart } from '../../domain/market/interval.ts'
import { createMarket, type Market, observe } from '../../domain/market/market.ts'
import { restoreRecords, restoreSeries, restoreSignals } from '../autotrading/restore-signals.ts'
import type { CandleStore, Journal, Lease, MarketSource, SignalHistory } from '../model/ports.ts'
import { applyFact, createLedger, type Ledger } from '../state/ledger.ts'
import { createSession } from '../state/session.ts'
import { createSignalIndex } from '../state/signal-index.ts'
import type { EngineState, Rules } from '../state/turn.ts'

/**
 * Restores the state: the ledger from the snapshot, if any, and the journal; if the source continues the stored market,
 * its candles from the start of the newest candle's week, with the strategies' indicator state and signals. The result
 * is the same after a crash and an orderly stop.
 */
export const recover = (parts: RecoverParts): EngineState => {
  const { journal, candles, source, past, rules, lease, nowMs, resumeMarket } = parts
  const { seq, ledger } = parts.snapshot ?? { seq: 0, ledger: createLedger() }
  for (const fact of journal.read(seq)) applyFact(ledger, fact)
  const market = createMarket()
  const signals = createSignalIndex()
  if (parts.defersPast) signals.backlog = createQueue()
  const state = { market, ledger, session: createSession(), signals, rules, lease }
  if (!source.resumes) return state
  restoreRecords(state, past)
  for (const instrument of source.instruments) {
    observe(market, { kind: 'instrument', instrument }, nowMs)
    const { symbol } = instrument
    const entry = market.instruments.get(symbol)
    if (entry) resumeMarket?.(market, entry)
    const minutes = { symbol, interval: '1m', toMs: nowMs } as const
    const [newest] = candles.find({ ...minutes, fromMs: 0, limit: 1 }, instrument)
    const fromMs = Math.min(intervalStart('1w', newest?.openMs ?? nowMs), nowMs - DAY_MS)
    const stored = candles.find({ ...minutes, fromMs, limit: MINUTES_MAX }, instrument)
    for (const candle of stored) observe(market, { kind: 'history', candle }, nowMs)
    restoreSeries(state, { candles, past, instrument, nowMs })
  }
  restoreSignals(state, { candles, past, nowMs })
  return state
}

export interface RecoverParts {
  readonly journal: Journal
  /** Fold of the first `seq` facts of the journal; changed in place. */
  readonly snapshot?: { readonly seq: number; readonly ledger: Ledger }
  readonly candles: CandleStore
  readonly source: MarketSource
  /** Signals and their outcomes. */
  readonly past: SignalHistory
  readonly rules: Rules
  readonly lease: Lease
  readonly nowMs: Instant
  /** True when past bars are evaluated while the engine runs rather than before. */
  readonly defersPast?: boolean
  /**
   * Restores earlier measurements of a market; called after the market is listed and before its candles are replayed.
   */
  readonly resumeMarket?: (market: Market, entry: InstrumentMarket) => void
}

/** Number of minutes in a week and a day: the longest forming candle, and the 24-hour statistics. */
const MINUTES_MAX = 8 * 24 * 60
