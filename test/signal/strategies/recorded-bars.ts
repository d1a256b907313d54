import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { assert } from '../../../server/core/assert.ts'
import { MINUTE_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'

/** Returns the one-minute candles of a recorded file: opening time, open, high, low, close, volume. */
export const recordedBars = (path: string): readonly Bar[] =>
  gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1).map(barOfLine)

/**
 * Joins each `count` consecutive bars, from the first that opens on a multiple of that length; an incomplete last bar
 * is omitted.
 */
export const joinedBars = (bars: readonly Bar[], count: number): readonly Bar[] => {
  const length = count * MINUTE_MS
  return [...Map.groupBy(bars, ({ openMs }) => Math.floor(openMs / length)).values()]
    .filter((group) => group.length === count)
    .map(joined)
}

const barOfLine = (line: string): Bar => {
  const [time = '', ...figures] = line.split(',')
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = figures.map(Number)
  const openMs = /^\d+$/.test(time) ? Number(time) : Date.parse(`${time.slice(0, 19).replace(' ', 'T')}Z`)
  return { openMs, open, high, low, close, volume, takerBuyVolume: null }
}

const joined = (group: readonly Bar[]): Bar => {
  const [first] = group
  const last = group.at(-1)
  assert(first && last, 'there must be bars to join')
  return {
    ...first,
    high: Math.max(...group.map(({ high }) => high)),
    low: Math.min(...group.map(({ low }) => low)),
    close: last.close,
    volume: group.reduce((sum, { volume }) => sum + volume, 0),
  }
}
