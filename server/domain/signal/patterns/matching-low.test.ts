import { describe, expect, it } from 'vitest'
import { type Row, signAfterCalm } from '../../../../test/signal/patterns/bar-samples.ts'
import { MATCHING_LOW } from './matching-low.ts'

describe('a matching low', () => {
  const FIRST: Row = [1_010, 1_015, 990, 1_000]

  it.each<[string, readonly Row[], 0 | 1]>([
    ['closes two black bars at the same price', [FIRST, [1_008, 1_012, 995, 1_000]], 1],
    ['may close higher by what is equal', [FIRST, [1_008, 1_012, 995, 1_001]], 1],
    ['never closes higher still', [FIRST, [1_008, 1_012, 995, 1_001.1]], 0],
    ['may close lower by what is equal', [FIRST, [1_008, 1_012, 995, 999]], 1],
    ['never closes lower still', [FIRST, [1_008, 1_012, 995, 998.9]], 0],
    [
      'begins black',
      [
        [990, 1_015, 985, 1_000],
        [1_008, 1_012, 995, 1_000],
      ],
      0,
    ],
    ['ends black', [FIRST, [995, 1_012, 990, 1_000]], 0],
  ])('%s', (_, rows, sign) => {
    expect(signAfterCalm(MATCHING_LOW, rows)).toBe(sign)
  })
})
