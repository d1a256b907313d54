import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ADDRESS, START } from './identity-fixture.ts'
import { deriveSuccessor, hashRefreshToken, type RefreshToken, ROTATION_GRACE_MS, rotate } from './refresh-token.ts'

const KEY = new Uint8Array(32).fill(7)
const TOKEN = 'a-token'

const aRecord = (changes: Partial<RefreshToken> = {}): RefreshToken => ({
  hash: hashRefreshToken(TOKEN),
  sessionId: 'ses_01JGFJJZ00000000000000000A',
  createdAt: START,
  spentAt: null,
  successor: null,
  spentFrom: null,
  ...changes,
})

const present = (record: RefreshToken, now: number, changes: { from?: string; key?: Uint8Array } = {}) =>
  rotate({ token: TOKEN, record, from: ADDRESS, key: KEY, ...changes }, now)

const LATER = START + ROTATION_GRACE_MS
const NEXT = deriveSuccessor(TOKEN, KEY)
const spent = aRecord({ spentAt: LATER, successor: hashRefreshToken(NEXT), spentFrom: ADDRESS })

describe('a refresh token', () => {
  it('is exchanged for its successor', () => {
    expect(present(aRecord(), LATER)).toEqual({
      kind: 'rotate',
      token: NEXT,
      records: [aRecord({ hash: hashRefreshToken(NEXT), createdAt: LATER }), spent],
    })
  })

  it('stays the same within the grace period after it was issued', () => {
    expect(present(aRecord(), LATER - 1)).toEqual({ kind: 'keep', token: TOKEN })
  })

  it('returns the same successor again within the grace period after it was spent', () => {
    expect(present(spent, LATER + ROTATION_GRACE_MS - 1)).toEqual({ kind: 'keep', token: NEXT })
  })

  it.each([
    { why: 'after the grace', at: LATER + ROTATION_GRACE_MS, changes: {} },
    { why: 'from another address', at: LATER, changes: { from: '198.51.100.1' } },
    { why: 'before the recorded time of its spending', at: LATER - 1, changes: {} },
    { why: 'under another key', at: LATER, changes: { key: new Uint8Array(32) } },
  ])('is reuse when it is presented spent $why', ({ at, changes }) => {
    expect(present(spent, at, changes)).toEqual({ kind: 'reuse' })
  })

  it('leaves exactly one unspent token in a chain, and never treats an unspent one as reuse', () => {
    const presentations = fc.array(fc.record({ index: fc.nat(9), waitMs: fc.nat(15_000) }), { maxLength: 30 })
    fc.assert(
      fc.property(presentations, (steps) => {
        const chain = new Map([[TOKEN, aRecord()]])
        let now = START
        for (const { index, waitMs } of steps) {
          now += waitMs
          const [token, record] = [...chain][index % chain.size] ?? [TOKEN, aRecord()]
          const rotation = rotate({ token, record, from: ADDRESS, key: KEY }, now)
          if (rotation.kind === 'reuse') expect(record.spentAt).not.toBeNull()
          if (rotation.kind === 'rotate') {
            chain.set(rotation.token, rotation.records[0])
            chain.set(token, rotation.records[1])
          }
          expect([...chain.values()].filter(({ spentAt }) => spentAt === null)).toHaveLength(1)
        }
      }),
    )
  })

  it('keeps tabs that refresh within the grace period on the same token, in any order', () => {
    const tabs = fc.array(fc.nat(ROTATION_GRACE_MS - 1), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(tabs, (delays) => {
        let record = aRecord()
        const tokens = delays
          .toSorted((a, b) => a - b)
          .map((delayMs) => {
            const rotation = rotate({ token: TOKEN, record, from: ADDRESS, key: KEY }, LATER + delayMs)
            if (rotation.kind === 'rotate') record = rotation.records[1]
            return rotation.kind === 'reuse' ? 'reuse' : rotation.token
          })
        // The first presentation fixes the window; each later one is within the grace of it.
        expect(new Set(tokens)).toEqual(new Set([NEXT]))
      }),
    )
  })
})
