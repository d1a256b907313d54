import { describe, expect, it } from 'vitest'
import { mirrored, type Row, signAfterCalm, withRow } from '../../../../test/signal/patterns/bar-samples.ts'
import { HIKKAKE, HIKKAKE_CONFIRMED } from './hikkake.ts'

/** The second bar is inside the first, from 985 to 1015; the third leaves it downwards. */
const TURN: readonly Row[] = [
  [1_000, 1_020, 980, 1_010],
  [1_000, 1_015, 985, 1_005],
  [1_000, 1_010, 975, 990],
]
const CONFIRMING: Row = [1_000, 1_018, 960, 1_016]

const quiet = (bars: number): Row[] => Array.from({ length: bars }, (_, index) => [1_000, 1_012, 970 - index, 1_000])

describe('a hikkake', () => {
  it('breaks an inside bar in one direction and points in the other', () => {
    expect(signAfterCalm(HIKKAKE, TURN)).toBe(1)
    expect(signAfterCalm(HIKKAKE, mirrored(TURN))).toBe(-1)
  })

  it.each<[string, number, Row]>([
    ['the second bar is as high as the first', 1, [1_000, 1_020, 985, 1_005]],
    ['the second bar is as low as the first', 1, [1_000, 1_015, 980, 1_005]],
    ['the third bar is as high as the second', 2, [1_000, 1_015, 975, 990]],
    ['the third bar is as low as the second', 2, [1_000, 1_010, 985, 990]],
    ['the third bar leaves it at both ends', 2, [1_000, 1_016, 975, 990]],
  ])('is none when %s', (_, index, row) => {
    const rows = withRow(TURN, index, row)
    expect(signAfterCalm(HIKKAKE, rows)).toBe(0)
    expect(signAfterCalm(HIKKAKE, mirrored(rows))).toBe(0)
  })
})

describe('a confirmed hikkake', () => {
  it.each<[string, readonly Row[], -1 | 0 | 1]>([
    ['is not reported at the hikkake itself', TURN, 0],
    ['may follow immediately', [...TURN, CONFIRMING], 1],
    ['may follow after two bars', [...TURN, ...quiet(2), CONFIRMING], 1],
    ['never follows after three', [...TURN, ...quiet(3), CONFIRMING], 0],
    ['needs a close beyond the inside bar', [...TURN, [1_000, 1_018, 960, 1_015]], 0],
    ['is reported once', [...TURN, CONFIRMING, [1_000, 1_018, 959, 1_017]], 0],
    [
      'is not reported for a hikkake that another has followed',
      [...TURN, [985, 1_008, 978, 1_000], [1_000, 1_020, 980, 1_010], [1_010, 1_025, 979, 1_016]],
      0,
    ],
    [
      'is reported for that other instead',
      [...TURN, [985, 1_008, 978, 1_000], [1_000, 1_020, 980, 1_010], [1_000, 1_021, 970, 977]],
      -1,
    ],
    [
      'gives way to another hikkake at the same bar',
      [...TURN, [985, 1_008, 978, 1_000], [1_000, 1_020, 980, 1_018]],
      0,
    ],
  ])('%s, and mirrored upside down', (_, rows, sign) => {
    expect(signAfterCalm(HIKKAKE_CONFIRMED, rows)).toBe(sign)
    expect(signAfterCalm(HIKKAKE_CONFIRMED, mirrored(rows))).toBe(0 - sign)
  })
})
