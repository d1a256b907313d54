import { describe, expect, it } from 'vitest'
import { seconds } from './missing-evidence.ts'

describe('a readable duration', () => {
  it.each([
    [0, '0 ms'],
    [1, '1 ms'],
    [999, '999 ms'],
    [999.7, '1.0 s'],
    [1_000, '1.0 s'],
    [9_990, '10.0 s'],
    [41_000, '41 s'],
    [600_000, '10 min'],
    [7_200_000, '2 h'],
    [172_800_000, '2 d'],
  ])('of %d ms is %s', (ms, text) => {
    expect(seconds(ms)).toBe(text)
  })
})
