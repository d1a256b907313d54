/** Entry point of the market data adapter: the market data source, listings, and margin brackets. */

export { createBrackets, type ExchangeBrackets } from './brackets.ts'
export { listedSymbols, loadListings } from './listings.ts'
export { sameSteps } from './relist.ts'
export { createExchangeSource } from './source.ts'
