import { expect, it } from 'vitest'
import { createOrderMemory, rememberOwner } from './order-memory.ts'

it('forgets the least recently reported owner, and never exceeds its limit', () => {
  const memory = createOrderMemory()
  const owner = { venueClientId: 'a', kind: 'TRADE' } as const
  for (let count = 0; count < 20_000; count++) rememberOwner(memory, String(count), owner)
  rememberOwner(memory, '0', owner)
  rememberOwner(memory, 'new', owner)
  expect(memory.owners.size).toBe(20_000)
  expect([memory.owners.has('0'), memory.owners.has('1')]).toEqual([true, false])
})
