import { describe, expect, it } from 'vitest'
import { mirrored, type Row, signAfterCalm, withRow } from '../../../../test/signal/patterns/bar-samples.ts'
import { RISE_FALL_THREE_METHODS } from './three-methods.ts'

describe('rising three methods', () => {
  const RISING: readonly Row[] = [
    [1_000, 1_022, 998, 1_020],
    [1_018, 1_020, 1_012, 1_014],
    [1_015, 1_017, 1_009, 1_011],
    [1_012, 1_014, 1_006, 1_008],
    [1_010, 1_032, 1_009, 1_030],
  ]

  it('rest within a long bar and continue, falling ones upside down', () => {
    expect(signAfterCalm(RISE_FALL_THREE_METHODS, RISING)).toBe(1)
    expect(signAfterCalm(RISE_FALL_THREE_METHODS, mirrored(RISING))).toBe(-1)
  })

  it.each<[string, number, Row]>([
    ['the first is not long', 0, [1_010, 1_022, 998, 1_020]],
    ['the first is black', 0, [1_020, 1_022, 998, 1_000]],
    ['the second is not short', 1, [1_026, 1_028, 1_012, 1_014]],
    ['the third is not short', 2, [1_022, 1_024, 1_009, 1_011]],
    ['the fourth is not short', 3, [1_020, 1_021, 1_006, 1_008]],
    ['the last is not long', 4, [1_015, 1_022, 1_014, 1_021]],
    ['the second has the colour of the first', 1, [1_014, 1_020, 1_012, 1_018]],
    ['the third has the colour of the first', 2, [1_009, 1_017, 1_008, 1_012]],
    ['the fourth has the colour of the first', 3, [1_006, 1_014, 1_004, 1_009]],
    ['the last has another colour', 4, [1_040, 1_041, 1_024, 1_025]],
    ['the second lies above the range of the first', 1, [1_026, 1_028, 1_020, 1_022]],
    ['the fourth lies below the range of the first', 3, [998, 999, 990, 993]],
    ['the third closes no lower', 2, [1_018, 1_020, 1_012, 1_014]],
    ['the fourth closes no lower', 3, [1_013, 1_015, 1_009, 1_011]],
    ['the last opens no higher than the close before', 4, [1_008, 1_032, 1_007, 1_030]],
    ['the last closes no higher than the first', 4, [1_009, 1_022, 1_008, 1_020]],
  ])('do not when %s', (_, index, row) => {
    const rows = withRow(RISING, index, row)
    expect(signAfterCalm(RISE_FALL_THREE_METHODS, rows)).toBe(0)
    expect(signAfterCalm(RISE_FALL_THREE_METHODS, mirrored(rows))).toBe(0)
  })
})
