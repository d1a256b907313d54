/** Lists of signals and candidates as API bodies. */

import type { Freshness } from '../../contract/common.ts'
import type { EntryDecisions } from '../../contract/decisions.ts'
import type { Signal, Signals } from '../../contract/signals.ts'
import { toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Interval } from '../domain/market/interval.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { isManual } from '../domain/signal/trading-book.ts'
import type { ConsideredEntry } from '../engine/model/facts.ts'
import type { Page, StoredSignal } from '../engine/model/ports.ts'
import { entryDecisionBody } from './decision-view.ts'
import { freshnessOfAll, MAX_AGE_MS, type Observation, tradingFreshness, unread } from './freshness.ts'
import {
  acrossSymbols,
  type ListPage,
  type ListRefusal,
  type PageQuery,
  type Place,
  readPage,
  type SymbolFilter,
} from './page.ts'
import { type SignalReader, type StrategyNames, signalBody } from './signal-view.ts'
import { findInstrument, getInstrument, type TradingReader } from './trading-reader.ts'

/** A reader, and the existing strategies. */
export interface SignalLists {
  readonly reader: SignalReader
  readonly strategies: StrategyNames
}

export interface LatestSignalsFilter {
  readonly symbols: SymbolFilter
  readonly strategyId: string | null
  readonly interval: Interval | null
  readonly minConfidence: number | null
}

export interface SignalListQuery extends LatestSignalsFilter, PageQuery {}

export interface DecisionListQuery extends PageQuery {
  readonly symbols: SymbolFilter
  readonly strategyId: string | null
  readonly ordered: boolean | null
  readonly gateId: string | null
}

/**
 * Returns the newest signal of every series; one below the minimum confidence is omitted, not replaced by an older one.
 */
export const latestSignalsBody = (lists: SignalLists, query: LatestSignalsFilter): Result<Signals, ListRefusal> => {
  const refusal = findRefusal(lists, query)
  if (refusal) return err(refusal)
  const items = lists.reader.signals.findNewest().filter((stored) => matchesQuery(stored, query))
  return ok(signalsBody(lists, query.symbols, { items, nextCursor: null }))
}

const matchesQuery = (
  { signal }: StoredSignal,
  { symbols, strategyId, interval, minConfidence }: LatestSignalsFilter,
) =>
  (symbols === null || symbols.includes(signal.symbol)) &&
  (strategyId === null || signal.strategyId === strategyId) &&
  (interval === null || signal.interval === interval) &&
  signal.confidence.p >= (minConfidence ?? 0)

export const signalHistoryBody = (lists: SignalLists, query: SignalListQuery): Result<Signals, ListRefusal> => {
  const refusal = findRefusal(lists, query)
  if (refusal) return err(refusal)
  const { symbols, strategyId, interval, minConfidence } = query
  const filter = { symbols, strategyId, interval, minConfidence }
  const find = (page: Page): readonly StoredSignal[] =>
    acrossSymbols(
      symbols,
      page,
      (symbol) => lists.reader.signals.findSignals({ ...page, ...filter, symbol }),
      placeOfSignal,
    )
  const result = readPage({ name: 'signals', filter, find, toPlace: placeOfSignal }, query)
  return result.ok ? ok(signalsBody(lists, symbols, result.value)) : result
}

const signalsBody = (
  lists: SignalLists,
  symbols: SymbolFilter,
  { items, nextCursor }: ListPage<StoredSignal>,
): Signals => {
  const { reader } = lists
  const bodies = items.map((stored) => storedSignalBody(lists, stored))
  return listBody(reader, { items: bodies, nextCursor }, signalFreshness(reader, symbols))
}

export const storedSignalBody = ({ reader, strategies }: SignalLists, stored: StoredSignal): Signal => {
  const { symbol, strategyId, interval } = stored.signal
  const instrument = getInstrument(reader, symbol)
  const strategyName = strategies.getName(strategyId, interval)
  const manual = isManual(reader.books, symbol)
  return signalBody(stored, { instrument, strategyName, marketNowMs: reader.marketNowMs(), manual })
}

export const decisionsBody = (lists: SignalLists, query: DecisionListQuery): Result<EntryDecisions, ListRefusal> => {
  const refusal = findRefusal(lists, query)
  if (refusal) return err(refusal)
  const { reader } = lists
  const { symbols, strategyId, ordered, gateId } = query
  const filter = { symbols, strategyId, ordered, gateId }
  const find = (page: Page): readonly ConsideredEntry[] =>
    acrossSymbols(
      symbols,
      page,
      (symbol) => reader.signals.findEntries({ ...page, ...filter, symbol }),
      placeOfCandidate,
    )
  const result = readPage({ name: 'decisions', filter, find, toPlace: placeOfCandidate }, query)
  if (!result.ok) return result
  const items = result.value.items.map((entry) => entryDecisionBody(reader, entry))
  return ok(listBody(reader, { ...result.value, items }, tradingFreshness(reader)))
}

const listBody = <Item>(
  { now }: SignalReader,
  { items, nextCursor }: { readonly items: Item[]; readonly nextCursor: string | null },
  source: Freshness,
) => ({ items, nextCursor, asOf: toRfc3339(now()), source })

type Chosen = Pick<LatestSignalsFilter, 'symbols' | 'strategyId'> & Partial<Pick<DecisionListQuery, 'gateId'>>

/** Returns whether the strategy has signals: a strategy that no longer runs can still be queried. */
const hasSignal = ({ signals }: SignalReader, strategyId: string): boolean =>
  signals.findNewest().some(({ signal }) => signal.strategyId === strategyId)

/** Refuses a strategy or symbol that does not exist, with the list of existing ones. */
const findRefusal = (
  { reader, strategies }: SignalLists,
  { symbols, strategyId, gateId = null }: Chosen,
): ListRefusal | undefined => {
  const symbol = symbols?.find((name) => !findInstrument(reader, name))
  if (symbol !== undefined) return { kind: 'unknownSymbol', symbol }
  if (strategyId !== null && !strategies.ids.includes(strategyId) && !hasSignal(reader, strategyId)) {
    return { kind: 'notOneOf', parameter: 'strategyId', allowed: strategies.ids }
  }
  if (gateId !== null && !GATE_IDS.includes(gateId)) return { kind: 'notOneOf', parameter: 'gateId', allowed: GATE_IDS }
  return undefined
}

const GATE_IDS: readonly string[] = GATES.map(({ id }) => id)

const placeOfSignal = ({ signal: { barClosedAtMs, signalId } }: StoredSignal): Place => ({
  atMs: barClosedAtMs,
  id: signalId,
})

const placeOfCandidate = ({ candidate: { atMs, candidateId } }: ConsideredEntry): Place => ({ atMs, id: candidateId })

/** Freshness of signals, which are computed from market data: the freshness of the symbol with the oldest data. */
const signalFreshness = ({ market, now }: Pick<TradingReader, 'market' | 'now'>, symbols: SymbolFilter): Freshness => {
  const requested = symbols ?? [...market.instruments.keys()]
  const observations = requested.flatMap((symbol): Observation | Observation[] => {
    const observedAtMs = market.instruments.get(symbol)?.observedAtMs
    return observedAtMs === undefined ? [] : { observedAtMs, maxAgeMs: MAX_AGE_MS.klines }
  })
  if (observations.length === 0) return unread(now(), MAX_AGE_MS.klines)
  const freshness = freshnessOfAll(observations, now(), 'LOCAL_LEDGER')
  return observations.length === requested.length ? freshness : { ...freshness, status: 'PARTIAL' }
}
