import { describe, expect, it } from 'vitest'
import { type Row, signAfterCalm, withRow } from '../../../../test/signal/patterns/bar-samples.ts'
import { THREE_BLACK_CROWS } from './three-black-crows.ts'

describe('three black crows', () => {
  const CROWS: readonly Row[] = [
    [1_000, 1_015, 995, 1_010],
    [1_012, 1_013, 999, 1_000],
    [1_008, 1_009, 987, 988],
    [996, 997, 975, 976],
  ]

  it('fall from a white bar', () => {
    expect(signAfterCalm(THREE_BLACK_CROWS, CROWS)).toBe(-1)
  })

  it.each<[string, readonly Row[]]>([
    ['the bar before is black', withRow(CROWS, 0, [1_010, 1_015, 995, 1_000])],
    ['the bar before does not reach above the first close', withRow(CROWS, 0, [970, 1_000, 965, 980])],
    ['the first is white', withRow(CROWS, 1, [1_000, 1_013, 999, 1_012])],
    ['the second is white', withRow(CROWS, 2, [988, 1_009, 987, 1_008])],
    ['the third is white', withRow(CROWS, 3, [976, 997, 975, 996])],
    ['the first has a shadow below', withRow(CROWS, 1, [1_012, 1_013, 998, 1_000])],
    ['the second has a shadow below', withRow(CROWS, 2, [1_008, 1_009, 986, 988])],
    ['the third has a shadow below', withRow(CROWS, 3, [996, 997, 974, 976])],
    ['the second opens no lower', withRow(CROWS, 2, [1_012, 1_013, 987, 988])],
    ['the second opens at the close before', withRow(CROWS, 2, [1_000, 1_009, 987, 988])],
    ['the third opens no lower', withRow(CROWS, 3, [1_008, 1_009, 975, 976])],
    ['the third opens at the close before', withRow(CROWS, 3, [988, 997, 975, 976])],
    ['the second closes no lower', [...CROWS.slice(0, 2), [1_008, 1_009, 999, 1_000], [1_004, 1_005, 987, 988]]],
    ['the third closes no lower', withRow(CROWS, 3, [996, 997, 987, 988])],
  ])('do not when %s', (_, rows) => {
    expect(signAfterCalm(THREE_BLACK_CROWS, rows)).toBe(0)
  })
})
