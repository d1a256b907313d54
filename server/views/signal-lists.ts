import type { Freshness } from '../../contract/common.ts'
import type { EntryDecisions } from '../../contract/decisions.ts'
import type { Signal, Signals } from '../../contract/signals.ts'
import { toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Interval } from '../domain/market/interval.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { isManual } from '../domain/signal/trading-book.ts'
import type { ConsideredEntry } from '../engine/facts.ts'
import type { Page, StoredSignal } from '../engine/ports.ts'
import type { Place } from './cursor.ts'
import { entryDecisionBody } from './decision-view.ts'
import { acrossSymbols, type Found, type ListRefusal, type PageAsked, readPage, type SymbolsAsked } from './page.ts'
import { signalFreshness } from './signal-freshness.ts'
import type { SignalReader, StrategyNames } from './signal-reader.ts'
import { signalBody } from './signal-view.ts'
import { tradingFreshness } from './trading-freshness.ts'
import { findInstrument, getInstrument } from './trading-reader.ts'

export interface LatestSignalsAsked {
  readonly symbols: SymbolsAsked
  readonly strategyId: string | null
  readonly interval: Interval | null
  readonly minConfidence: number | null
}

export interface SignalHistoryAsked extends LatestSignalsAsked, PageAsked {}

export interface DecisionsAsked extends PageAsked {
  readonly symbols: SymbolsAsked
  readonly strategyId: string | null
  readonly ordered: boolean | null
  readonly gateId: string | null
}

/** A reader, and the strategies there are. */
export interface SignalLists {
  readonly reader: SignalReader
  readonly strategies: StrategyNames
}

/** The newest of every series; one that is not sure enough is left out, never replaced by an older one. */
export const latestSignalsBody = (lists: SignalLists, asked: LatestSignalsAsked): Result<Signals, ListRefusal> => {
  const refusal = refusalOf(lists, asked)
  if (refusal) return err(refusal)
  const items = lists.reader.signals.findNewest().filter((stored) => isAsked(stored, asked))
  return ok(signalsBody(lists, asked.symbols, { items, nextCursor: null }))
}

const isAsked = ({ signal }: StoredSignal, { symbols, strategyId, interval, minConfidence }: LatestSignalsAsked) =>
  (symbols === null || symbols.includes(signal.symbol)) &&
  (strategyId === null || signal.strategyId === strategyId) &&
  (interval === null || signal.interval === interval) &&
  signal.confidence.p >= (minConfidence ?? 0)

export const signalHistoryBody = (lists: SignalLists, asked: SignalHistoryAsked): Result<Signals, ListRefusal> => {
  const refusal = refusalOf(lists, asked)
  if (refusal) return err(refusal)
  const { symbols, strategyId, interval, minConfidence } = asked
  const filter = { symbols, strategyId, interval, minConfidence }
  const find = (page: Page): readonly StoredSignal[] =>
    acrossSymbols(
      symbols,
      page,
      (symbol) => lists.reader.signals.findSignals({ ...page, ...filter, symbol }),
      placeOfSignal,
    )
  const found = readPage({ name: 'signals', filter, find, placeOf: placeOfSignal }, asked)
  return found.ok ? ok(signalsBody(lists, symbols, found.value)) : found
}

const signalsBody = (
  lists: SignalLists,
  symbols: SymbolsAsked,
  { items, nextCursor }: Found<StoredSignal>,
): Signals => {
  const { reader } = lists
  const bodies = items.map((stored) => storedSignalBody(lists, stored))
  return listBody(reader, { items: bodies, nextCursor }, signalFreshness(reader, symbols))
}

export const storedSignalBody = ({ reader, strategies }: SignalLists, stored: StoredSignal): Signal => {
  const { symbol, strategyId, interval } = stored.signal
  const instrument = getInstrument(reader, symbol)
  const strategyName = strategies.nameOf(strategyId, interval)
  const manual = isManual(reader.books, symbol)
  return signalBody(stored, { instrument, strategyName, marketNowMs: reader.marketNowMs(), manual })
}

export const decisionsBody = (lists: SignalLists, asked: DecisionsAsked): Result<EntryDecisions, ListRefusal> => {
  const refusal = refusalOf(lists, asked)
  if (refusal) return err(refusal)
  const { reader } = lists
  const { symbols, strategyId, ordered, gateId } = asked
  const filter = { symbols, strategyId, ordered, gateId }
  const find = (page: Page): readonly ConsideredEntry[] =>
    acrossSymbols(symbols, page, (symbol) => reader.signals.findEntries({ ...page, ...filter, symbol }), placeOfEntry)
  const found = readPage({ name: 'decisions', filter, find, placeOf: placeOfEntry }, asked)
  if (!found.ok) return found
  const items = found.value.items.map((entry) => entryDecisionBody(reader, entry))
  return ok(listBody(reader, { ...found.value, items }, tradingFreshness(reader)))
}

const listBody = <Item>(
  { now }: SignalReader,
  { items, nextCursor }: { readonly items: Item[]; readonly nextCursor: string | null },
  source: Freshness,
) => ({ items, nextCursor, asOf: toRfc3339(now()), source })

type Chosen = Pick<LatestSignalsAsked, 'symbols' | 'strategyId'> & Partial<Pick<DecisionsAsked, 'gateId'>>

/** What is asked for and does not exist, with what there is. */
/** One that is not run any more may still be asked for. */
const hasSaid = ({ signals }: SignalReader, strategyId: string): boolean =>
  signals.findNewest().some(({ signal }) => signal.strategyId === strategyId)

const refusalOf = (
  { reader, strategies }: SignalLists,
  { symbols, strategyId, gateId = null }: Chosen,
): ListRefusal | undefined => {
  const symbol = symbols?.find((name) => !findInstrument(reader, name))
  if (symbol !== undefined) return { kind: 'unknownSymbol', symbol }
  if (strategyId !== null && !strategies.ids.includes(strategyId) && !hasSaid(reader, strategyId)) {
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

const placeOfEntry = ({ candidate: { atMs, candidateId } }: ConsideredEntry): Place => ({ atMs, id: candidateId })
