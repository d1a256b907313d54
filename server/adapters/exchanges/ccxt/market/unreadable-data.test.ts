import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../../core/instant.ts'
import { createTroubles } from '../troubles.ts'
import { clearQuietUnreadable, createUnreadable, noteUnreadable } from './unreadable-data.ts'

it('raises one trouble for all unreadable values, and clears it when everything was readable for five minutes', () => {
  let now = 0
  const changes: string[] = []
  const troubles = createTroubles(
    () => now,
    ({ code }, state) => changes.push(`${code} ${state}`),
  )
  const unreadable = createUnreadable({ name: 'Binance', troubles, monotonic: () => now })
  clearQuietUnreadable(unreadable)
  noteUnreadable(unreadable, 'BTCUSDT', 'a trade without an ID')
  noteUnreadable(unreadable, 'ETHUSDT', 'a trade without a side')
  expect(troubles.present.get('UNREADABLE')?.detail).toBe(
    'Binance has sent a trade without a side (ETHUSDT); 2 skipped so far.',
  )
  now = 5 * MINUTE_MS - 1
  clearQuietUnreadable(unreadable)
  expect(changes).toEqual(['UNREADABLE raised'])
  now++
  clearQuietUnreadable(unreadable)
  clearQuietUnreadable(unreadable)
  expect(changes).toEqual(['UNREADABLE raised', 'UNREADABLE cleared'])
})
