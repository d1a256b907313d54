import { expect, it } from 'vitest'
import { areEntered, enterFilters, formatLocalTime, readFilters, toQuery } from './filters.ts'

const filled = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

const NOON_MS = Date.parse('2026-11-22T12:00:00.000Z')

it('reads the filters of an address, and ignores what is no filter', () => {
  const address = new URLSearchParams('limit=1000&cursor=x&target=&actor=alice&period=1h')
  expect(readFilters(address)).toEqual({ actor: 'alice', period: '1h' })
})

it.each([
  [{}, { actorType: 'USER,HOST' }],
  [
    { actorType: 'ENGINE', action: 'PAUSE' },
    { actorType: 'ENGINE', action: 'PAUSE' },
  ],
  [{ period: '24h' }, { actorType: 'USER,HOST', from: '2026-11-21T12:00:00.000Z' }],
  [
    { period: '24h', from: '2026-11-01T00:00:00.000Z' },
    { actorType: 'USER,HOST', from: '2026-11-01T00:00:00.000Z' },
  ],
  [{ period: 'toString' }, { actorType: 'USER,HOST' }],
])('queries %j as %j', (filters, query) => {
  expect(toQuery(filters, NOON_MS)).toEqual(query)
})

it('adds the values of the form, without empty ones', () => {
  const before = { action: 'PAUSE', outcome: 'DONE', target: 'engine' }
  const form = filled({ actor: ' alice ', outcome: '', target: 'BTCUSDT', from: '2026-11-22 00:30', to: '2026-11-23' })
  expect(enterFilters(before, form, 'UTC')).toEqual({
    action: 'PAUSE',
    actor: 'alice',
    target: 'BTCUSDT',
    from: '2026-11-22T00:30:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  })
})

it.each(['yesterday', '11/22/2026', '2026-13-01', '2026-11-22 25:00'])('refuses the time %s', (text) => {
  expect(enterFilters({}, filled({ to: text }), 'UTC')).toBe('to')
})

it.each(['UTC', 'LOCAL'] as const)('restores a field as it was filled in, in %s', (zone) => {
  const entered = enterFilters({}, filled({ from: '2026-11-22 00:30', to: '2026-11-22 00:30:15' }), zone)
  if (typeof entered === 'string') throw new Error(entered)
  expect(formatLocalTime(entered.from, zone)).toBe('2026-11-22 00:30')
  expect(formatLocalTime(entered.to, zone)).toBe('2026-11-22 00:30:15')
  expect(formatLocalTime('yesterday', zone)).toBe('')
})

it('opens the form for its own filters only', () => {
  expect([areEntered({ period: '1h', action: 'PAUSE' }), areEntered({ outcome: 'DONE' })]).toEqual([false, true])
})
