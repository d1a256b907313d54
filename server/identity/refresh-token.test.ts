import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START } from './identity-fixture.ts'
import { exchange, type RefreshToken } from './refresh-token.ts'

const aToken = (hash: string, changes: Partial<RefreshToken> = {}): RefreshToken => ({
  hash,
  sessionId: 'ses_01JGFJJZ00000000000000000A',
  createdAt: START,
  spentAt: null,
  successor: null,
  final: false,
  ...changes,
})

const spent = aToken('a', { spentAt: START, successor: 'b' })
const next = aToken('c', { createdAt: START + 10_000 })

describe('a refresh token', () => {
  it('is spent for the next one', () => {
    const changes = exchange({ presented: aToken('a'), successor: undefined, next }, START + 10_000)
    expect(changes).toEqual([next, aToken('a', { spentAt: START + 10_000, successor: 'c' })])
  })

  it('that comes back within ten seconds gets a replacement, and its unused successor dies', () => {
    const changes = exchange({ presented: spent, successor: aToken('b'), next }, START + 10_000)
    expect(changes).toEqual([
      next,
      { ...spent, successor: 'c', final: true },
      aToken('b', { spentAt: START + 10_000, successor: 'c', final: true }),
    ])
  })

  it.each([
    { why: 'after ten seconds', presented: spent, successor: aToken('b'), at: START + 10_001 },
    { why: 'when its successor was used', presented: spent, successor: aToken('b', { spentAt: START }), at: START },
    { why: 'a third time', presented: { ...spent, final: true }, successor: aToken('b'), at: START },
    { why: 'when its successor is unknown', presented: spent, successor: undefined, at: START },
  ])('that comes back $why is reuse', ({ presented, successor, at }) => {
    expect(exchange({ presented, successor, next }, at)).toBeUndefined()
  })

  it('never leaves two unspent tokens in a chain, and an unspent one is never reuse', () => {
    const presentations = fc.array(fc.record({ index: fc.nat(9), waitMs: fc.nat(15_000) }), { maxLength: 30 })
    fc.assert(
      fc.property(presentations, (steps) => {
        const chain: Chain = new Map([['t0', aToken('t0')]])
        let now = START
        for (const { index, waitMs } of steps) {
          now += waitMs
          const presented = [...chain.values()][index % chain.size] ?? aToken('t0')
          if (!present(chain, presented, now)) expect(presented.spentAt).not.toBeNull()
          expect([...chain.values()].filter((token) => token.spentAt === null)).toHaveLength(1)
        }
      }),
    )
  })
})

type Chain = Map<string, RefreshToken>

const present = (chain: Chain, presented: RefreshToken, now: number): boolean => {
  const successor = presented.successor === null ? undefined : chain.get(presented.successor)
  const changes = exchange({ presented, successor, next: aToken(`t${chain.size}`) }, now)
  for (const token of changes ?? []) chain.set(token.hash, token)
  return changes !== undefined
}
