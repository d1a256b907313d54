export { type LoadedBrackets, loadBrackets } from './brackets.ts'
export { listedSymbols, loadListings, type UnknownSymbols } from './listings.ts'
export { createExchangeSource, type SourceParts } from './source.ts'
