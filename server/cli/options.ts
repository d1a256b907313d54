/** Parsers of command-line option values: symbols, URLs and whole numbers. */

import { InvalidArgumentError } from 'commander'
import { SYMBOL_PATTERN } from '../domain/market/instrument.ts'

/** Parses comma-separated USDT perpetuals; distinct, in upper case. */
export const parseSymbols = (text: string): readonly string[] => {
  const list = [...new Set(text.split(',').map((symbol) => symbol.trim().toUpperCase()))]
  if (list.length > SYMBOLS_MAX) throw new InvalidArgumentError(`Specify ${SYMBOLS_MAX} symbols at most.`)
  if (list.every((symbol) => perpetual.test(symbol))) return list
  throw new InvalidArgumentError('Specify USDT perpetuals, separated by commas, such as BTCUSDT,ETHUSDT.')
}

/** Maximum number of symbols on one exchange connection. */
const SYMBOLS_MAX = 40

const perpetual = new RegExp(SYMBOL_PATTERN)

/** Parses the address of a web server. */
export const parseUrl = (text: string): string => {
  if (URL.canParse(text) && /^https?:\/\//.test(text)) return text
  throw new InvalidArgumentError('Specify an address such as http://127.0.0.1:8781.')
}

/** Parses a whole number that is not negative. */
export const parseWhole = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Specify a whole number.')
}

/** Parses a whole number of at least 1. */
export const parseCount = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Specify a whole number of at least 1.')
}
