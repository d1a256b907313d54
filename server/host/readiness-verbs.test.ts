import { describe, expect, it } from 'vitest'
import type { ReadinessCheck } from '../monitor/inputs/go-live.ts'
import { readinessVerbs } from './readiness-verbs.ts'
import { answerVerb } from './verb.ts'

const NOW = Date.UTC(2026, 0, 2)
const HASH = 'c'.repeat(64)

const aHost = () => {
  const stored: { value: readonly ReadinessCheck[] | undefined } = { value: [] }
  const checks = {
    get: () => stored.value,
    set(next: readonly ReadinessCheck[]) {
      stored.value = next
    },
  }
  const verbs = readinessVerbs({ checks, limitsHash: HASH, keyExpiryDays: 30, now: () => NOW })
  return { stored, call: (verb: string, args: unknown = {}) => answerVerb(verbs, verb, args) }
}

const RUN = { check: 'SIMULATION', by: 'alice', atMs: NOW - 1_000, subject: 'b'.repeat(64), count: 40, faults: 0 }

describe('check.record', () => {
  it('stores a result with its user and its times, and lists it', async () => {
    const { call } = aHost()
    const check = {
      kind: 'SIMULATION',
      by: 'alice',
      at: '2026-01-01T23:59:59.000Z',
      recordedAt: '2026-01-02T00:00:00.000Z',
      subject: 'b'.repeat(64),
      count: 40,
      faults: 0,
      note: null,
    }
    expect(await call('check.record', RUN)).toEqual({ ok: true, value: check })
    expect(await call('check.list')).toEqual({ ok: true, value: [check] })
  })

  it('retains the last two hundred', async () => {
    const { stored, call } = aHost()
    for (let count = 1; count <= 201; count++) await call('check.record', { ...RUN, count })
    expect(stored.value?.map(({ count }) => count)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2))
  })

  it.each([
    { check: 'LIMITS_REVIEW' },
    { check: 'OTHER' },
    { by: '' },
    { by: 'a\u001b[2J' },
    { by: undefined },
    { count: -1 },
    { count: 1.5 },
    { faults: undefined },
    { atMs: NOW + 5_001 },
  ])('rejects %o', async (over) => {
    const { stored, call } = aHost()
    expect(await call('check.record', { ...RUN, ...over })).toMatchObject({ error: { code: 'BAD_ARGUMENT' } })
    expect(stored.value).toEqual([])
  })
})

describe('check.reviewLimits', () => {
  it('records the review of the limits in effect', async () => {
    const { stored, call } = aHost()
    await call('check.reviewLimits', { by: 'alice', reason: 'read line by line', subject: 'x' })
    expect(stored.value).toMatchObject([{ kind: 'LIMITS_REVIEW', subject: HASH, note: 'read line by line', atMs: NOW }])
  })

  it('rejects a review without a reason, and anything while the file cannot be read', async () => {
    expect(await aHost().call('check.reviewLimits', { by: 'alice' })).toMatchObject({ error: { code: 'BAD_ARGUMENT' } })
    const { stored, call } = aHost()
    stored.value = undefined
    expect(await call('check.reviewLimits', { by: 'alice', reason: 'x' })).toMatchObject({
      error: { code: 'CHECKS_UNREADABLE' },
    })
  })
})

describe('check.recordFills', () => {
  const fills = { medianBps: 0.5, incomplete: null, fromMs: NOW - 2_000, toMs: NOW - 1_000 }
  const COMPARISON = { by: 'alice', atMs: NOW - 1_000, market: 'bybit', count: 120, faults: 2, note: '118 SAME', fills }

  it('stores the comparison with its market', async () => {
    const { stored, call } = aHost()
    expect(await call('check.recordFills', COMPARISON)).toMatchObject({ ok: true })
    const { market, ...stated } = COMPARISON
    expect(stored.value).toEqual([{ kind: 'FILLS', recordedAtMs: NOW, subject: market, ...stated }])
  })

  it.each([
    { fills: undefined },
    { fills: { ...fills, medianBps: '0' } },
    { fills: { ...fills, toMs: NOW - 3_000 } },
    { market: undefined },
    { count: -1 },
    { atMs: NOW + 60_000 },
  ])('rejects %j', async (changes) => {
    expect(await aHost().call('check.recordFills', { ...COMPARISON, ...changes })).toMatchObject({
      error: { code: 'BAD_ARGUMENT' },
    })
  })
})

describe('check.recordKey', () => {
  const permissions = { trade: true, withdraw: true, transfer: null, boundToAddresses: false, expiresAtMs: null }
  const key = { exchange: 'okx', url: null, apiKey: 'abcd…wxyz', permissions, rejection: null }
  const READING = { by: 'alice', atMs: NOW - 1_000, fingerprint: 'f'.repeat(64), key }

  it('stores the permissions with the number reported and the number that are wrong', async () => {
    const { stored, call } = aHost()
    expect(await call('check.recordKey', READING)).toMatchObject({ ok: true })
    expect(stored.value).toEqual([
      {
        kind: 'KEY',
        by: 'alice',
        recordedAtMs: NOW,
        atMs: NOW - 1_000,
        subject: 'f'.repeat(64),
        count: 3,
        faults: 2,
        note: 'okx: abcd…wxyz',
        key,
      },
    ])
  })

  it('stores the rejection of a key as a fault with its cause', async () => {
    const { stored, call } = aHost()
    const rejected = { ...key, permissions: null, rejection: '50111 Invalid OK-ACCESS-KEY' }
    expect(await call('check.recordKey', { ...READING, key: rejected })).toMatchObject({ ok: true })
    expect(stored.value).toMatchObject([
      {
        count: 1,
        faults: 1,
        atMs: NOW - 1_000,
        note: 'okx: abcd…wxyz, rejected: 50111 Invalid OK-ACCESS-KEY',
        key: rejected,
      },
    ])
  })

  it('accepts permissions from an earlier version, which has no rejections', async () => {
    const { stored, call } = aHost()
    const { rejection: _rejection, ...earlier } = key
    await call('check.recordKey', { ...READING, key: earlier })
    expect(stored.value).toMatchObject([{ key }])
  })

  it.each([
    { key: { ...key, rejection: 'both' } },
    { key: { ...key, permissions: null } },
    { key: { ...key, permissions: null, rejection: 'a\u001b[2J' } },
    { key: { ...key, exchange: 'other' } },
    { key: { ...key, apiKey: 'a\u001b[2J' } },
    { key: { ...key, url: 7 } },
    { key: { ...key, permissions: { ...permissions, withdraw: undefined } } },
    { key: { ...key, permissions: { ...permissions, expiresAtMs: 'soon' } } },
    { key: undefined },
    { fingerprint: undefined },
    { by: '' },
    { atMs: NOW + 5_001 },
  ])('rejects %o', async (over) => {
    const { stored, call } = aHost()
    expect(await call('check.recordKey', { ...READING, ...over })).toMatchObject({ error: { code: 'BAD_ARGUMENT' } })
    expect(stored.value).toEqual([])
  })
})
