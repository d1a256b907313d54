import { decimal } from '../../../../core/decimal.ts'
import { createGrid } from '../../../../core/grid.ts'
import { createInstrument } from '../../../../domain/market/instrument.ts'
import type { Listing, Listings } from '../listing.ts'
import { createTroubles, type Troubles } from '../troubles.ts'
import type { RawFill, RawOrder } from './order-dialect.ts'
import { createReader, type Reader } from './reader.ts'

/** Ticks of 0.1, lots of 0.001 coins, and an exchange that counts contracts of a hundredth of a coin in steps of 0.1. */
export const A_LISTING: Listing = {
  instrument: createInstrument({
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: '0.001',
    minNotional: null,
    maxLeverage: 100,
  }),
  unified: 'BTC/USDT:USDT',
  native: 'BTC-USDT-SWAP',
  amounts: createGrid('0.1'),
  contractSize: decimal('0.01'),
}

export const SOME_LISTINGS: Listings = new Map([['BTCUSDT', A_LISTING]])

export const AT_MS = Date.UTC(2026, 10, 21, 12)

/** Returns a reader, its current troubles, and its notes. */
export const aReader = (): { reader: Reader; troubles: Troubles; notes: string[] } => {
  const troubles = createTroubles(
    () => AT_MS,
    () => {},
  )
  const notes: string[] = []
  return {
    reader: createReader({
      listings: SOME_LISTINGS,
      troubles,
      takerFeeRate: decimal('0.0005'),
      note: (words) => notes.push(words),
    }),
    troubles,
    notes,
  }
}

export const aRawOrder = (overrides: Partial<RawOrder> = {}): RawOrder => ({
  list: 'regular',
  id: '8389765739703625592',
  clientId: 'tE000100000000000000000000000A',
  native: 'BTC-USDT-SWAP',
  side: 'BUY',
  type: 'LIMIT',
  quantity: '1.5',
  filled: '0.5',
  price: '60000.10',
  trigger: undefined,
  triggerBy: undefined,
  timeInForce: 'GTC',
  reduceOnly: false,
  status: 'PARTIALLY_FILLED',
  reason: null,
  atMs: AT_MS,
  ...overrides,
})

export const aRawFill = (overrides: Partial<RawFill> = {}): RawFill => ({
  id: '700001',
  orderId: '8389765739703625592',
  clientId: 'tE000100000000000000000000000A',
  native: 'BTC-USDT-SWAP',
  side: 'BUY',
  price: '60000.1',
  quantity: '0.5',
  fee: '0.15000025',
  feeAsset: 'USDT',
  liquidity: 'TAKER',
  kind: 'TRADE',
  atMs: AT_MS,
  ...overrides,
})
