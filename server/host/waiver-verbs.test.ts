import { expect, it } from 'vitest'
import { DAY_MS } from '../core/instant.ts'
import type { Waiver } from '../monitor/inputs/go-live.ts'
import { answerVerb } from './verb.ts'
import { waiverVerbs } from './waiver-verbs.ts'

const NOW = Date.UTC(2026, 0, 2)

const aHost = (waivable: readonly string[] | undefined = ['LR12', 'LR19']) => {
  const stored: { value: readonly Waiver[] | undefined; nowMs: number } = { value: [], nowMs: NOW }
  const verbs = waiverVerbs({
    waivers: {
      get: () => stored.value,
      set(value) {
        stored.value = value
      },
    },
    waivable: () => waivable,
    now: () => stored.nowMs,
  })
  return { stored, call: (verb: string, args: unknown = {}) => answerVerb(verbs, verb, args) }
}

it('waives a gate for thirty days by default, and lists it', async () => {
  const { call, stored } = aHost()
  expect(await call('waiver.make', { by: 'alice', gateId: 'lr19', reason: 'restored by hand' })).toEqual({
    ok: true,
    value: {
      gateId: 'LR19',
      by: 'alice',
      reason: 'restored by hand',
      madeAt: '2026-01-02T00:00:00.000Z',
      expiresAt: '2026-02-01T00:00:00.000Z',
      expired: false,
    },
  })
  stored.nowMs = NOW + 30 * DAY_MS
  expect(await call('waiver.list')).toMatchObject({ value: [{ gateId: 'LR19', expired: true }] })
})

it('retains one waiver per gate, the last, and drops expired ones', async () => {
  const { call, stored } = aHost()
  await call('waiver.make', { by: 'alice', gateId: 'LR12', reason: 'a', forMs: DAY_MS })
  await call('waiver.make', { by: 'alice', gateId: 'LR19', reason: 'b', forMs: 2 * DAY_MS })
  stored.nowMs = NOW + DAY_MS
  await call('waiver.make', { by: 'alice', gateId: 'LR19', reason: 'c', forMs: DAY_MS })
  expect(stored.value?.map(({ gateId, reason }) => [gateId, reason])).toEqual([['LR19', 'c']])
})

it('ends a waiver', async () => {
  const { call, stored } = aHost()
  await call('waiver.make', { by: 'alice', gateId: 'LR19', reason: 'b' })
  expect(await call('waiver.end', { gateId: 'LR19' })).toMatchObject({ ok: true, value: { gateId: 'LR19' } })
  expect(stored.value).toEqual([])
  expect(await call('waiver.end', { gateId: 'LR19' })).toMatchObject({ error: { code: 'NOT_WAIVED' } })
})

it.each([
  [{ gateId: 'LR07', reason: 'x' }, 'NOT_WAIVABLE'],
  [{ gateId: 'LR99', reason: 'x' }, 'NOT_WAIVABLE'],
  [{ gateId: 'LR19', reason: '' }, 'BAD_ARGUMENT'],
  [{ gateId: 'LR19' }, 'BAD_ARGUMENT'],
  [{ gateId: 'LR19', reason: 'x', by: ' ' }, 'BAD_ARGUMENT'],
  [{ gateId: 'LR19', reason: 'x', by: undefined }, 'BAD_ARGUMENT'],
  [{ gateId: 'LR19', reason: 'x', forMs: 90 * DAY_MS + 1 }, 'BAD_DURATION'],
  [{ gateId: 'LR19', reason: 'x', forMs: 0 }, 'BAD_DURATION'],
])('rejects %o', async (args, code) => {
  const { call, stored } = aHost()
  expect(await call('waiver.make', { by: 'alice', ...args })).toMatchObject({ error: { code } })
  expect(stored.value).toEqual([])
})

it('waives nothing while no packet was computed, or the file cannot be read', async () => {
  const { stored, call } = aHost()
  stored.value = undefined
  for (const [verb, args] of [
    ['waiver.list', {}],
    ['waiver.make', { gateId: 'LR19', reason: 'x', by: 'alice' }],
  ] as const) {
    expect(await call(verb, args)).toMatchObject({ error: { code: 'WAIVERS_UNREADABLE' } })
  }
  const early = waiverVerbs({ waivers: { get: () => [], set: () => {} }, waivable: () => undefined, now: () => NOW })
  expect(await answerVerb(early, 'waiver.make', { gateId: 'LR19', reason: 'x' })).toMatchObject({
    error: { code: 'NO_PACKET' },
  })
})
