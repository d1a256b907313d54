import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../core/json.ts'
import { venueSeed } from './instruction.ts'

const ORDER = 'ord_01KAJ8Q5XV7Y3ZKM2N4P6R8T9W'

describe('the seed of a client order id', () => {
  it('is the ULID of the order when there is no key', () => {
    expect(venueSeed(ORDER, undefined)).toBe('01KAJ8Q5XV7Y3ZKM2N4P6R8T9W')
  })

  it('is derived from the key only when there is one', () => {
    const seed = venueSeed(ORDER, ['usr_1', 'POST /api/v381/trading/order', 'a-key-of-sixteen'])
    expect(seed).toBe(
      venueSeed('ord_00000000000000000000000000', ['usr_1', 'POST /api/v381/trading/order', 'a-key-of-sixteen']),
    )
    expect(seed).not.toBe(venueSeed(ORDER, ['usr_2', 'POST /api/v381/trading/order', 'a-key-of-sixteen']))
  })

  it('always has 26 characters that every exchange accepts', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (key) => {
        expect(venueSeed(ORDER, key)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      }),
    )
  })
})

describe('canonical JSON', () => {
  it('is independent of the order of members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonicalJson(turned)).toBe(canonicalJson(value))
      }),
    )
  })
})
