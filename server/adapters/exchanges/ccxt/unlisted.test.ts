import { expect, it } from 'vitest'
import { createUnlisted } from './client.ts'
import { createTroubles } from './troubles.ts'

it('is a trouble with its own remedy as long as market or account lacks a symbol', () => {
  const troubles = createTroubles(
    () => 0,
    () => {},
  )
  const unlisted = createUnlisted('Binance', troubles)
  unlisted.report('account', ['ETHUSDT'])
  unlisted.report('market', ['ETHUSDT', 'BTCUSDT'])
  expect(troubles.present.get('UNKNOWN_SYMBOL')).toMatchObject({
    detail: 'Binance no longer trades BTCUSDT, ETHUSDT.',
    remedy: expect.stringMatching(/positions and orders in BTCUSDT, ETHUSDT.*--symbols/),
  })
  unlisted.report('market', [])
  expect(troubles.present.get('UNKNOWN_SYMBOL')?.detail).toContain('ETHUSDT')
  unlisted.report('account', [])
  expect(troubles.present.has('UNKNOWN_SYMBOL')).toBe(false)
})
