import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPatternReader } from '../../../server/domain/signal/patterns/pattern-reader.ts'
import { PATTERNS } from '../../../server/domain/signal/patterns/patterns.ts'
import { sharedData } from '../../support/shared-data.ts'
import { barsOf, type Row } from './bar-samples.ts'

const path = sharedData('candles/BTCUSDT_spot_1m_20210219_week.csv.gz')
const where = 'needs ../shared/data beside the repository'

const parseRow = (line: string): Row => {
  const [open = NaN, high = NaN, low = NaN, close = NaN] = line.split(',').slice(1, 5).map(Number)
  return [open, high, low, close]
}

/** Held against TA-Lib's own answers for every bar: none differed. */
const STRICT = {
  CDL_DOJI: [1141, 0],
  CDL_DRAGONFLY_DOJI: [210, 0],
  CDL_GRAVESTONE_DOJI: [203, 0],
  CDL_LONG_LEGGED_DOJI: [1132, 0],
  CDL_HAMMER: [299, 0],
  CDL_HANGING_MAN: [0, 212],
  CDL_INVERTED_HAMMER: [59, 0],
  CDL_SHOOTING_STAR: [0, 89],
  CDL_MARUBOZU: [464, 388],
  CDL_CLOSING_MARUBOZU: [867, 786],
  CDL_BELT_HOLD: [1215, 1182],
  CDL_ENGULFING: [379, 365],
  CDL_HARAMI: [208, 204],
  CDL_HARAMI_CROSS: [51, 43],
  CDL_PIERCING: [3, 0],
  CDL_DARK_CLOUD_COVER: [0, 7],
  CDL_THREE_INSIDE: [33, 41],
  CDL_THREE_OUTSIDE: [194, 185],
  CDL_THREE_WHITE_SOLDIERS: [22, 0],
  CDL_THREE_BLACK_CROWS: [0, 1],
  CDL_ADVANCE_BLOCK: [0, 156],
  CDL_STALLED_PATTERN: [0, 48],
  CDL_RISE_FALL_THREE_METHODS: [5, 3],
  CDL_SPINNING_TOP: [747, 773],
  CDL_HIGH_WAVE: [445, 422],
  CDL_TRISTAR: [3, 0],
  CDL_MATCHING_LOW: [134, 0],
  CDL_HIKKAKE: [505, 589],
  CDL_HIKKAKE_CONFIRMED: [109, 147],
}

/** Patterns of the project's own rules; no other library has them. */
const CONTINUOUS = {
  CDL_INVERTED_HAMMER_CONTINUOUS: [402, 0],
  CDL_SHOOTING_STAR_CONTINUOUS: [0, 392],
  CDL_ENGULFING_CONTINUOUS: [1148, 1199],
  CDL_HARAMI_CONTINUOUS: [638, 618],
  CDL_HARAMI_CROSS_CONTINUOUS: [154, 160],
  CDL_PIERCING_CONTINUOUS: [214, 0],
  CDL_DARK_CLOUD_COVER_CONTINUOUS: [0, 340],
  CDL_THREE_INSIDE_CONTINUOUS: [110, 103],
  CDL_THREE_OUTSIDE_CONTINUOUS: [577, 592],
  CDL_TRISTAR_CONTINUOUS: [7, 8],
}

/** Returns how often each pattern pointed up and down. */
const count = (file: string): Record<string, readonly [number, number]> => {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)
  const read = createPatternReader()
  const patterns = barsOf(lines.map(parseRow)).flatMap((bar) => read(bar))
  const countMatches = (id: string, direction: number): number =>
    patterns.filter((match) => match.id === id && match.direction === direction).length
  return Object.fromEntries(PATTERNS.map(({ id }) => [id, [countMatches(id, 1), countMatches(id, -1)]]))
}

const counts = path ? count(path) : {}
const listIds = (isContinuous: boolean): string[] =>
  PATTERNS.filter(({ gapMode }) => (gapMode === 'CONTINUOUS') === isContinuous).map(({ id }) => id)
const pickCounts = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, counts[id]]))

describe(`10,080 recorded minutes of BTCUSDT (${where})`, () => {
  it.skipIf(!path)('contain as many patterns as TA-Lib 0.8.1 finds, bar by bar', () => {
    expect(pickCounts(listIds(false))).toEqual(STRICT)
  })

  it.skipIf(!path)('contain more of those that need gaps when the market never closes', () => {
    expect(pickCounts(listIds(true))).toEqual(CONTINUOUS)
  })
})
