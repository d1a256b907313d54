import { TRADING_KEY } from '../../test/support/key-permissions-sample.ts'
import { ok } from '../core/result.ts'
import type { ExchangeFacts } from './exchange-facts.ts'

/** Returns an exchange that has no problems. */
export const exchangeFacts = (): ExchangeFacts => ({
  clock: async () => ok({ requestedAtMs: 1_000, roundTripMs: 40, exchangeAtMs: 1_023 }),
  symbols: async () =>
    ok([
      { symbol: 'BTCUSDT', isTrading: true, tickSize: '0.1', lotSize: '0.001', minNotional: '100', maxLeverage: 125 },
    ]),
  stops: async () => ok({ separate: true, attached: true, byMarkPrice: true }),
  rate: async () => ok({ used: 24, limit: 2_400, windowMs: 60_000 }),
  account: {
    wallet: async () => ok('1000'),
    permissions: async () => ok(TRADING_KEY),
    isHedged: async () => ok(false),
    margin: async () => ok({ isCross: true, isMultiAsset: false }),
    orders: async () => ok({ regular: 0, conditional: 0 }),
    positions: async () => ok([]),
  },
  close: async () => {},
})
