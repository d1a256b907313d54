/** Public parts of the market data adapter. */

export { createBrackets, type ExchangeBrackets } from './brackets.ts'
export { listedSymbols, loadListings } from './listings.ts'
export { createExchangeSource } from './source.ts'
