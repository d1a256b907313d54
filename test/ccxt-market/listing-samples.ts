import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createGrid } from '../../server/core/grid.ts'
import { createInstrument } from '../../server/domain/market/instrument.ts'

/** Creates a listing with ticks of 0.1 and lots of 0.001 coin. */
export const aListing = (): Listing => ({
  instrument: createInstrument({
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: '0.001',
    minNotional: null,
    maxLeverage: null,
  }),
  unified: 'BTC/USDT:USDT',
  native: 'BTCUSDT',
  amounts: createGrid('0.001'),
  contractSize: decimal('1'),
})

/** Creates a listing in contracts of 0.01 coin, with lots of 0.1 contract. */
export const aContractListing = (): Listing => ({
  ...aListing(),
  native: 'BTC-USDT-SWAP',
  amounts: createGrid('0.1'),
  contractSize: decimal('0.01'),
})
