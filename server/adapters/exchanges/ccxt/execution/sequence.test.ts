import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VenueStatus } from '../../../../domain/order/venue-report.ts'
import { computeSequence } from './sequence.ts'

const STATUSES: readonly VenueStatus[] = [
  'UNTRIGGERED',
  'TRIGGERED',
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
]
const anInstant = fc.integer({ min: Date.UTC(2010), max: Date.UTC(2100) })
const aStatus = fc.constantFrom(...STATUSES)

describe('the number of a report', () => {
  it('grows with the time of the change, whatever the status', () => {
    fc.assert(
      fc.property(anInstant, aStatus, aStatus, (atMs, earlier, later) => {
        expect(computeSequence(earlier, atMs)).toBeLessThan(computeSequence(later, atMs + 1))
      }),
    )
  })

  it('grows within a millisecond as an order lives, and is a whole number that can be counted with', () => {
    const life = (['UNTRIGGERED', 'TRIGGERED', 'NEW', 'PARTIALLY_FILLED', 'FILLED'] as const).map((status) =>
      computeSequence(status, Date.UTC(2100)),
    )
    expect(life).toEqual([...new Set(life)].sort((a, b) => a - b))
    expect(life.every(Number.isSafeInteger)).toBe(true)
  })

  it('is lowest for a report without a time', () => {
    for (const status of STATUSES)
      expect(computeSequence(status, undefined)).toBeLessThan(computeSequence(status, Date.UTC(2010)))
  })
})
