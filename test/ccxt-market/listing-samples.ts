import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createGrid } from '../../server/core/grid.ts'
import { createInstrument } from '../../server/domain/market/instrument.ts'

/** A listing as tests need it: ticks of 0.1, lots of 0.001 of a coin. */
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

/** The same counted in contracts of a hundredth of a coin, of which a tenth is the least. */
export const aContractListing = (): Listing => ({
  ...aListing(),
  native: 'BTC-USDT-SWAP',
  amounts: createGrid('0.1'),
  contractSize: decimal('0.01'),
})
