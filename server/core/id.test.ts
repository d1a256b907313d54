import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIds, digestedId, ID_PATTERN, numberedId, toUuid } from './id.ts'
import { createRandom } from './random.ts'

const AT_MS = Date.UTC(2026, 10, 21, 9, 41, 7, 123)

describe('createIds', () => {
  it('returns ids that never repeat and never decrease, whatever the clock does', () => {
    const readings = fc.array(fc.integer({ min: 0, max: 2 ** 48 - 1 }), { minLength: 1, maxLength: 50, size: 'max' })
    fc.assert(
      fc.property(readings, fc.integer(), (clock, seed) => {
        let reading = 0
        const ids = createIds({ now: () => clock[reading++] ?? 0, random: createRandom(seed) })
        const made = clock.map(() => ids('ord'))
        expect(made.every((id) => new RegExp(ID_PATTERN).test(id))).toBe(true)
        expect(made.toSorted()).toEqual(made)
        expect(new Set(made).size).toBe(made.length)
      }),
    )
  })

  it('carries into the next digit within one millisecond', () => {
    const draws = [...new Array<number>(14).fill(0), 31 / 32, 31 / 32]
    const ids = createIds({ now: () => AT_MS, random: () => draws.shift() ?? 0 })
    expect([ids('fil'), ids('fil'), ids('fil')].map((id) => id.slice(-4))).toEqual(['00ZZ', '0100', '0101'])
  })

  it('stops rather than repeat when a millisecond has no more ids', () => {
    const ids = createIds({ now: () => AT_MS, random: () => 1 - 2 ** -53 })
    ids('fil')
    expect(() => ids('fil')).toThrow('Invariant: more IDs in one millisecond than a ULID can order')
  })

  it('begins with the prefix and the time', () => {
    const ids = createIds({ now: () => AT_MS, random: () => 0 })
    const id = ids('pos')
    expect(id.startsWith('pos_')).toBe(true)
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    expect([...id.slice(4, 14)].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0)).toBe(AT_MS)
  })
})

describe('numberedId', () => {
  it('contains the time and the number in order', () => {
    const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 })
    const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(fc.array(fc.tuple(instant, number), { minLength: 1, maxLength: 20 }), (drawn) => {
        for (const [atMs, count] of drawn) {
          const bits = BigInt(`0x${toUuid(numberedId('ord', atMs, count)).replaceAll('-', '')}`)
          expect([bits >> 80n, bits & (2n ** 80n - 1n)]).toEqual([BigInt(atMs), BigInt(count)])
        }
      }),
    )
  })
})

describe('uuidOf', () => {
  it.each([
    ['req_00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
    ['req_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['req_01ARZ3NDEKTSV4RRFFQ69G5FAV', '01563e3a-b5d3-d676-4c61-efb99302bd5b'],
  ] as const)('formats the bits of %s', (id, uuid) => {
    expect(toUuid(id)).toBe(uuid)
  })

  it('returns distinct ids', () => {
    const ids = createIds({ now: () => AT_MS, random: createRandom(1) })
    const uuids = Array.from({ length: 100 }, () => toUuid(ids('req')))
    expect(new Set(uuids).size).toBe(100)
    expect(uuids.every((uuid) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid))).toBe(true)
  })
})

describe('digestedId', () => {
  it('always writes the first eighty bits of the digest in base 32', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{64}$/), (digest) => {
        const bits = BigInt(`0x${digest.slice(0, 20)}`)
        const digits = Array.from(
          { length: 16 },
          (_, index) => alphabet[Number((bits >> BigInt(75 - 5 * index)) & 31n)],
        )
        expect(digestedId('sig', AT_MS, digest).slice(14)).toBe(digits.join(''))
      }),
    )
  })

  it('is the same for the same digest and instant, and an id like any other', () => {
    const id = digestedId('sig', Date.UTC(2026, 0, 2), 'ff00'.repeat(16))
    expect(id).toMatch(new RegExp(ID_PATTERN))
    expect(digestedId('sig', Date.UTC(2026, 0, 2), 'ff00'.repeat(16))).toBe(id)
    expect(digestedId('sig', Date.UTC(2026, 0, 2), 'ff01'.repeat(16))).not.toBe(id)
    expect(id < digestedId('sig', Date.UTC(2026, 0, 3), '00'.repeat(32))).toBe(true)
  })
})
