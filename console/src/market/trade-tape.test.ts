import type { components } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { tapeAfter } from './trade-tape.ts'

const message = (type: 'snapshot' | 'delta', dropped: number, ...tradeIds: string[]) => ({
  type,
  data: {
    items: tradeIds.map((tradeId) => ({ tradeId }) as components['schemas']['PublicTrade']),
    dropped,
    source: null,
  },
})

it('has the newest trade first, counts dropped ones, and restarts with a snapshot', () => {
  const begun = tapeAfter(undefined, message('snapshot', 0, '2', '1'))
  const after = tapeAfter(tapeAfter(begun, message('delta', 3, '6')), message('delta', 1, '9', '8'))
  expect(after.trades.map(({ tradeId }) => tradeId)).toEqual(['9', '8', '6', '2', '1'])
  expect(after.dropped).toBe(4)
  expect(tapeAfter(after, message('snapshot', 0, '10'))).toMatchObject({ trades: [{ tradeId: '10' }], dropped: 0 })
})
