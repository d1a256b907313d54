import { expect, it } from 'vitest'
import { formatLocalTime, readFilters, toSearchParams } from './filters.ts'

const filled = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

it('writes the filters into the address, and reads them back', () => {
  const address = toSearchParams(filled({ actor: ' alice ', action: '', from: '2026-11-22T00:30' }), 'UTC')
  expect(address.toString()).toBe('actor=alice&from=2026-11-22T00%3A30%3A00.000Z')
  expect(readFilters(address)).toEqual({ actor: 'alice', from: '2026-11-22T00:30:00.000Z' })
})

it('ignores what is no filter', () => {
  expect(readFilters(new URLSearchParams('limit=1000&cursor=x&target='))).toEqual({})
})

it.each(['UTC', 'LOCAL'] as const)('restores a field as it was filled in, in %s', (zone) => {
  const address = toSearchParams(filled({ to: '2026-11-22T00:30:15' }), zone)
  expect(formatLocalTime(readFilters(address).to, zone)).toBe('2026-11-22T00:30:15')
  expect(formatLocalTime('yesterday', zone)).toBe('')
})
