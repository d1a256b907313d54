/**
 * Survey of a recording before playback: checks every line, and finds instruments, time ranges, reception lag, and the
 * symbols of snapshots.
 */

import type { Result } from '../../../core/result.ts'
import { computeQuantile } from '../../../core/statistics/quantile.ts'
import { createInstrument, type Instrument, SYMBOL_PATTERN } from '../../../domain/market/instrument.ts'
import type { RecordedLag } from '../../../domain/market/market-event.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { getTime, readLine, readLines } from './read-line.ts'
import { createSymbolSummary, levelsIn, noteMessage, noteSteps, type SymbolSummary } from './symbol-summary.ts'
import type { WireLine, WireMessage, WireSnapshot } from './wire.ts'

/** Content of a recording, determined by reading all of it before any of it is played. */
export interface Survey {
  readonly instruments: readonly Instrument[]
  readonly messages: number
  readonly summaries: ReadonlyMap<string, SymbolSummary>
  /** Null when no message has an exchange time. */
  readonly lag: RecordedLag | null
  /** Symbols of REST snapshots that do not name theirs, by line number. */
  readonly snapshotOwners: ReadonlyMap<number, string>
}

const perpetual = new RegExp(SYMBOL_PATTERN)

/**
 * Reads a recording completely. A damaged or truncated file is thus refused before it has changed anything. The tick
 * and lot of each symbol not in `known` are derived from its prices and quantities.
 */
export const surveyRecording = async (path: string, known: readonly Instrument[]): Promise<Survey> => {
  const summaries = new Map<string, SymbolSummary>()
  const anonymous = new Map<number, WireSnapshot>()
  const lag = countLag()
  let messages = 0
  for await (const line of readLines(path)) {
    const { message, receivedMs } = checkedLine(readLine(line), path, ++messages)
    if (message) lag.add(receivedMs - getTime(message))
    if (message?.e === 'snapshot' && message.s === undefined) anonymous.set(messages, message)
    else if (message?.s !== undefined && perpetual.test(message.s)) note(summaries, message.s, message)
  }
  if (summaries.size === 0) {
    throw new MarketSourceError(
      `${path} contains no trade or book message of a USDT perpetual in its ${messages} lines. Specify another recording.`,
    )
  }
  const snapshotOwners = findOwners(path, anonymous, summaries)
  const instruments = [...summaries].map(
    ([symbol, summary]) => known.find((given) => given.symbol === symbol) ?? inferInstrument(path, symbol, summary),
  )
  return { instruments, messages, summaries, lag: lag.result(), snapshotOwners }
}

/** Returns a line that was read; throws an error with the file, the line number and the remedy otherwise. */
export const checkedLine = (read: Result<WireLine, string>, path: string, number: number): WireLine => {
  if (read.ok) return read.value
  throw new MarketSourceError(
    `${path}, line ${number}: ${read.error}. The file is truncated or not a recording; copy or record it again.`,
  )
}

/** Adds a message to the summary of its symbol; a symbol with only mark prices or liquidations is omitted. */
const note = (summaries: Map<string, SymbolSummary>, symbol: string, message: WireMessage): void => {
  const summary = summaries.get(symbol) ?? createSymbolSummary()
  if (message.e !== 'markPriceUpdate' && message.e !== 'forceOrder') summaries.set(symbol, summary)
  noteMessage(summary, message)
}

const inferInstrument = (path: string, symbol: string, { price, quantity }: SymbolSummary): Instrument => {
  const tickSize = price.step()
  const lotSize = quantity.step()
  if (tickSize && lotSize) return createInstrument({ symbol, tickSize, lotSize, minNotional: null, maxLeverage: null })
  throw new MarketSourceError(
    `${path} has too few messages to determine the tick and lot of ${symbol}. Specify them with --instruments FILE.`,
  )
}

/** Maximum distance of a snapshot's best bid from a symbol's first price to count as that symbol's, as a fraction. */
const NEAR = 0.1

const findOwners = (
  path: string,
  anonymous: ReadonlyMap<number, WireSnapshot>,
  summaries: ReadonlyMap<string, SymbolSummary>,
): Map<number, string> => {
  const owners = new Map<number, string>()
  for (const [line, snapshot] of anonymous) {
    const bid = Number(snapshot.bids[0]?.[0])
    const near = [...summaries].filter(([, { firstPrice }]) => Math.abs(bid / (firstPrice ?? 0) - 1) <= NEAR)
    const [owner, other] = summaries.size === 1 ? [...summaries] : near
    if (!owner || other) {
      throw new MarketSourceError(
        `${path}, line ${line}: the order book snapshot does not name its symbol. Record it as {"stream": "<symbol>@snapshot", "data": …}.`,
      )
    }
    noteSteps(owner[1], levelsIn(snapshot))
    owners.set(line, owner[0])
  }
  return owners
}

/** Largest number of samples; beyond it every second one is retained, then every fourth, and so on. */
const SAMPLES_MAX = 8_192

/** Statistics of the time between the exchange time of a message and its reception. */
interface LagCount {
  add(lagMs: number): void
  /** Null when no message was counted. */
  result(): RecordedLag | null
}

export const countLag = (): LagCount => {
  let samples: number[] = []
  let every = 1
  let messages = 0
  let minMs = Number.POSITIVE_INFINITY
  let maxMs = Number.NEGATIVE_INFINITY
  return {
    add(lagMs) {
      minMs = Math.min(minMs, lagMs)
      maxMs = Math.max(maxMs, lagMs)
      if (messages++ % every !== 0) return
      samples.push(lagMs)
      if (samples.length < SAMPLES_MAX) return
      samples = samples.filter((_, index) => index % 2 === 0)
      every *= 2
    },
    result() {
      if (messages === 0) return null
      const sorted = samples.toSorted((a, b) => a - b)
      const at = (share: number): number => tenths(computeQuantile(sorted, share))
      return { messages, minMs: tenths(minMs), p50Ms: at(0.5), p99Ms: at(0.99), maxMs: tenths(maxMs) }
    },
  }
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
