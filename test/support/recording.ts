import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { aTempDirectory } from './temp-directory.ts'

/** Start of the sample messages; thirty seconds into a minute. */
export const BEGUN_MS = Date.UTC(2024, 7, 8, 23, 54, 30)

type Json = Record<string, unknown>

/** Creates a raw trade; `t` counts from 1, one a second, unless changed. */
export const wireTrade = (t: number, over: Json = {}): Json => ({
  e: 'trade',
  E: BEGUN_MS + t * 1_000,
  T: BEGUN_MS + t * 1_000,
  s: 'BTCUSDT',
  t,
  p: '61800.30',
  q: '0.006',
  X: 'MARKET',
  m: false,
  ...over,
})

export const wireAggTrade = (a: number, over: Json = {}): Json => {
  const { t: _, X: __, ...rest } = wireTrade(a)
  return { ...rest, e: 'aggTrade', a, f: 10 * a, l: 10 * a + 2, ...over }
}

/** Creates an order book update with the sequence numbers of `u`. */
export const wireDepth = (u: number, over: Json = {}): Json => ({
  e: 'depthUpdate',
  E: BEGUN_MS + 5,
  T: BEGUN_MS,
  s: 'BTCUSDT',
  U: u - 9,
  u,
  pu: u - 10,
  b: [['61800.20', '0.010']],
  a: [['61800.40', '0.020']],
  ...over,
})

export const wireQuote = (over: Json = {}): Json => ({
  e: 'bookTicker',
  u: 7,
  s: 'BTCUSDT',
  b: '61800.20',
  B: '2.507',
  a: '61800.30',
  A: '2.510',
  T: BEGUN_MS,
  E: BEGUN_MS + 1,
  ...over,
})

export const wireMarkPrice = (over: Json = {}): Json => ({
  e: 'markPriceUpdate',
  E: BEGUN_MS,
  s: 'BTCUSDT',
  p: '61801.23456789',
  i: '61799.90000000',
  P: '61800.00',
  r: '0.00010000',
  T: Date.UTC(2024, 7, 9),
  ...over,
})

/** Creates an order book in REST form, which does not name its symbol. */
export const wireSnapshot = (over: Json = {}): Json => ({
  lastUpdateId: 100,
  E: BEGUN_MS + 8,
  T: BEGUN_MS,
  bids: [
    ['61800.20', '2.909'],
    ['61800.10', '0.696'],
  ],
  asks: [
    ['61800.30', '2.525'],
    ['61800.40', '0.003'],
  ],
  ...over,
})

/** Wraps a message as a combined stream does. */
export const inStream = (stream: string, data: unknown): Json => ({ stream, data })

/** Returns one line of a recording, received when the exchange sent it unless specified otherwise. */
export const recordingLine = (message: Json, receivedMs?: number): string => {
  const data = (message.data ?? message) as Json
  const at = receivedMs ?? Number(data.e === 'markPriceUpdate' ? data.E : (data.T ?? BEGUN_MS))
  return `${at}000000 ${JSON.stringify(message)}`
}

/** Returns one line per second with ordinary market messages. */
export const someLines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => recordingLine(wireTrade(index + 1)))

/** Writes a recording, or any other content, to a file for the running test. */
export const writeRecording = (
  content: readonly string[] | string | Buffer,
  { zipped = false, directory = aTempDirectory() } = {},
): string => {
  const bytes = Array.isArray(content) ? content.map((line) => `${line}\n`).join('') : (content as string | Buffer)
  const path = join(directory, 'recording')
  writeFileSync(path, zipped ? gzipSync(bytes) : bytes)
  return path
}
