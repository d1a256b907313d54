import { describe, expect, it } from 'vitest'
import { computeDigest } from './digest.ts'

describe('digestOf', () => {
  it('is SHA-256 of the canonical text', () => {
    expect(computeDigest({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  })

  it('ignores the order of members, but not that of a list', () => {
    expect(computeDigest({ a: 1, b: { c: 2, d: 3 } })).toBe(computeDigest({ b: { d: 3, c: 2 }, a: 1 }))
    expect(computeDigest([1, 2])).not.toBe(computeDigest([2, 1]))
  })
})
