import { existsSync } from 'node:fs'
import { SECOND_MS } from '../../../core/instant.ts'
import type { Random } from '../../../core/random.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import {
  type Addresses,
  CATEGORIES,
  type Category,
  checkListed,
  depthAddress,
  resolveAddresses,
  streamAddress,
} from './addresses.ts'
import { type BookWatch, breakWatch, createBookWatch, noteChange, noteSnapshot } from './book-watch.ts'
import { keepConnected } from './connection.ts'
import { addLine, closeLines, describeExisting, flushLines, type LineFile, makeLineFile } from './line-file.ts'
import type { NanoClock } from './nano-clock.ts'
import { changeIn, oneLine, snapshotIdIn, snapshotLine } from './raw-message.ts'
import { openSnapshotDesk, type SnapshotDesk } from './snapshots.ts'

/**
 * Records the stream messages of an exchange on these symbols to a file, each as received and prefixed by its time of
 * arrival, with an order book snapshot whenever one is needed to continue. Resolves when the recording ends; rejects
 * with a `MarketSourceError`.
 */
export const record = async (order: RecordOrder, parts: RecorderParts): Promise<Recorded> => {
  const { path, symbols } = order
  if (existsSync(path)) throw new MarketSourceError(describeExisting(path))
  const addresses = resolveAddresses(order.exchangeUrl)
  await checkListed(addresses, symbols, parts.signal)
  const file = await makeLineFile(path)
  const ending = new AbortController()
  const recording: Recording = {
    order,
    parts,
    file,
    addresses,
    books: new Map(symbols.map((symbol) => [symbol, createBookWatch()])),
    signal: AbortSignal.any([parts.signal, ending.signal]),
    beganMs: parts.monotonic(),
    messages: 0,
    snapshots: 0,
    gaps: 0,
  }
  const pulse = setInterval(() => beat(recording, ending), SECOND_MS)
  await listenToAll(recording)
  clearInterval(pulse)
  await closeLines(file)
  return soFar(recording)
}

/** Options of a recording: symbols and destination. */
export interface RecordOrder {
  readonly symbols: readonly string[]
  /** Gzipped when it ends in `.gz`. */
  readonly path: string
  /** URL of an exchange with the same protocol, instead of Binance USDⓈ-M. */
  readonly exchangeUrl: string | undefined
  /** Duration after which recording ends on its own. */
  readonly forMs: number | undefined
}

export interface RecorderParts {
  readonly clock: NanoClock
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number
  readonly random: Random
  /** Ends the recording; everything received is then in the file. */
  readonly signal: AbortSignal
  /** Called with each fault and recovery. */
  note(line: string): void
  /** Called every second with the progress. */
  tick(soFar: Recorded): void
}

export interface Recorded {
  readonly path: string
  readonly symbols: readonly string[]
  readonly messages: number
  readonly snapshots: number
  /** Number of losses: connections lost, chains of changes broken. */
  readonly gaps: number
  /** Size of the file. */
  readonly bytes: number
  readonly durationMs: number
}

/** State of a recording in progress. */
interface Recording {
  readonly order: RecordOrder
  readonly parts: RecorderParts
  readonly file: LineFile
  readonly addresses: Addresses
  readonly books: ReadonlyMap<string, BookWatch>
  readonly signal: AbortSignal
  readonly beganMs: number
  messages: number
  snapshots: number
  gaps: number
}

/** Flushes messages to the disk at least this often; a file that cannot be written ends the recording. */
const beat = (recording: Recording, ending: AbortController): void => {
  const { file, order, parts } = recording
  void flushLines(file)
  const now = soFar(recording)
  parts.tick(now)
  if (file.fault || now.durationMs >= (order.forMs ?? Number.POSITIVE_INFINITY)) ending.abort()
}

const soFar = ({ order, parts, file, messages, snapshots, gaps, beganMs }: Recording): Recorded => ({
  path: order.path,
  symbols: order.symbols,
  messages,
  snapshots,
  gaps,
  bytes: file.bytes,
  durationMs: Math.round(parts.monotonic() - beganMs),
})

const listenToAll = async (recording: Recording): Promise<void> => {
  const { parts, addresses, books, signal } = recording
  const desk = openSnapshotDesk({
    getAddress: (symbol) => depthAddress(addresses, symbol),
    random: parts.random,
    signal,
    isNeeded: (symbol) => books.get(symbol)?.snapshot === null,
    take: (symbol, body) => takeSnapshot(recording, symbol, body),
    onFault: (symbol, reason) => parts.note(`No snapshot of ${symbol} yet (${reason}); trying again.`),
  })
  await Promise.all(CATEGORIES.map((category) => listenTo(recording, category, desk)))
}

/** Maximum silence: the mark price alone is published every second. */
const SILENCE_MAX_MS = 10 * SECOND_MS

const listenTo = (recording: Recording, category: Category, desk: SnapshotDesk): Promise<void> => {
  const { parts, addresses, books, order, signal } = recording
  let wasDown = false
  return keepConnected({
    url: streamAddress(addresses, category, order.symbols),
    random: parts.random,
    signal,
    silenceMaxMs: SILENCE_MAX_MS,
    onMessage: (text) => takeMessage(recording, text, desk),
    onUp() {
      if (wasDown) parts.note(`The ${category} stream is connected again.`)
      wasDown = false
      if (category === 'public') for (const symbol of order.symbols) desk.want(symbol)
    },
    onDown(reason, againAfterMs) {
      const again = (againAfterMs / SECOND_MS).toFixed(1)
      parts.note(`The ${category} stream is lost (${reason}); trying again in ${again} s.`)
      if (!wasDown) recording.gaps++
      wasDown = true
      if (category === 'public') for (const watch of books.values()) breakWatch(watch)
    },
  })
}

const takeMessage = (recording: Recording, text: string, desk: SnapshotDesk): void => {
  const { parts, file, books } = recording
  addLine(file, `${parts.clock()} ${oneLine(text)}`)
  recording.messages++
  const change = changeIn(text)
  const watch = change && books.get(change.symbol)
  if (!watch) return
  if (noteChange(watch, change)) {
    recording.gaps++
    parts.note(`The changes of ${change.symbol} have a gap; a new snapshot is taken.`)
  }
  if (watch.snapshot === null) desk.want(change.symbol)
}

const takeSnapshot = (recording: Recording, symbol: string, body: string): boolean => {
  const { parts, file, books } = recording
  const watch = books.get(symbol)
  const id = snapshotIdIn(body)
  if (!watch || id === undefined || !noteSnapshot(watch, id)) return false
  addLine(file, `${parts.clock()} ${snapshotLine(symbol, body)}`)
  recording.snapshots++
  return true
}
