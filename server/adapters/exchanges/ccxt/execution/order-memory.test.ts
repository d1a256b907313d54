import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VenueStatus } from '../../../../domain/order/venue-report.ts'
import { computeSequence, createOrderMemory, nameOfUnnamed, orderNames, rememberOwner } from './order-memory.ts'

it('forgets the least recently reported owner, and never exceeds its limit', () => {
  const memory = createOrderMemory()
  const owner = { venueClientId: 'a', kind: 'TRADE' } as const
  for (let count = 0; count < 20_000; count++) rememberOwner(memory, String(count), owner)
  rememberOwner(memory, '0', owner)
  rememberOwner(memory, 'new', owner)
  expect(memory.owners.size).toBe(20_000)
  expect([memory.owners.has('0'), memory.owners.has('1')]).toEqual([true, false])
})

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

describe('the sequence number of a report', () => {
  it('grows with the time of the change, whatever the status', () => {
    fc.assert(
      fc.property(anInstant, aStatus, aStatus, (atMs, earlier, later) => {
        expect(computeSequence(earlier, atMs)).toBeLessThan(computeSequence(later, atMs + 1))
      }),
    )
  })

  it('grows within a millisecond over the life of an order, and is a safe integer', () => {
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

describe('the client order id of an order without one', () => {
  it.each([
    ['8389765739703625592', 'x8389765739703625592'],
    ['fd4300ae-7847-404e-b947-b46980a4d140', 'xfd4300ae7847404eb947b46980a4d140'],
  ])('is derived from the id %s and converts back to it', (id, name) => {
    expect(nameOfUnnamed(id)).toBe(name)
    expect(name.length).toBeLessThanOrEqual(36)
    expect(orderNames(name)).toEqual([
      { by: 'exchange', id },
      { by: 'us', id: name },
    ])
  })

  it.each(['tE000100000000000000000000000A', 'x-cvBPrNm9abc', 'xyz', 'x', '8389765739703625592'])(
    'is not confused with %s, which another party assigned',
    (id) => {
      expect(orderNames(id)).toEqual([{ by: 'us', id }])
    },
  )
})
