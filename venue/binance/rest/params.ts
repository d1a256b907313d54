/**
 * Parameters of Binance requests: parsed from query and form, and read as strings, numbers, flags, IDs, choices and
 * listed symbols.
 */

import type { Listing, MarketBoard } from '../../exchange/market/market-board.ts'
import { Refused } from './errors.ts'

/** Parameters by lower-case name, as the exchange ignores case. */
export type Params = ReadonlyMap<string, string>

/** Parses a query or a form; of a repeated parameter the first value counts. */
export const parseParams = (...texts: readonly string[]): Params => {
  const params = new Map<string, string>()
  for (const part of texts.flatMap((text) => text.split('&'))) {
    const [name = '', value = ''] = splitOnce(part)
    if (name !== '' && !params.has(name.toLowerCase())) params.set(name.toLowerCase(), value)
  }
  return params
}

const splitOnce = (part: string): readonly string[] => {
  const equals = part.indexOf('=')
  return equals < 0 ? [decode(part)] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Refused('-1100', text)
  }
}

/** Returns a string parameter; undefined when missing or empty. */
export const readText = (params: Params, name: string): string | undefined =>
  params.get(name.toLowerCase()) || undefined

/** Returns a string parameter; refuses the request when it is missing. */
export const neededText = (params: Params, name: string): string => {
  const text = readText(params, name)
  if (text === undefined) throw new Refused('-1102', name)
  return text
}

const WHOLE = /^\d{1,16}$/

/** Returns a whole number, if given. */
export const readWhole = (params: Params, name: string): number | undefined => {
  const text = readText(params, name)
  if (text === undefined) return undefined
  if (!WHOLE.test(text)) throw new Refused('-1102', name)
  return Number(text)
}

/** Returns a whole number; refuses the request when it is missing. */
export const neededWhole = (params: Params, name: string): number => {
  const value = readWhole(params, name)
  if (value === undefined) throw new Refused('-1102', name)
  return value
}

/** Returns the requested number of items, at most `most`. */
export const readLimit = (params: Params, usual: number, most: number): number => {
  const limit = readWhole(params, 'limit') ?? usual
  if (limit < 1) throw new Refused('-1130', 'limit')
  return Math.min(limit, most)
}

/** Returns a boolean parameter, in any case; undefined when missing. */
export const readFlag = (params: Params, name: string): boolean | undefined => {
  const text = readText(params, name)?.toLowerCase()
  if (text === undefined || text === 'true' || text === 'false') return text === undefined ? undefined : text === 'true'
  throw new Refused('-1102', name)
}

const ID = /^\d{1,20}$/

/** Returns an ID as a string, as it exceeds the precision of numbers. */
export const readId = (params: Params, name: string): string | undefined => {
  const text = readText(params, name)
  if (text !== undefined && !ID.test(text)) throw new Refused('-1102', name)
  return text
}

/** Returns a parameter that must be one of the choices; undefined when missing. */
export const readChoice = <T extends string>(
  params: Params,
  name: string,
  choices: readonly T[],
  refusal: () => Refused,
): T | undefined => {
  const text = readText(params, name)
  const choice = choices.find((value) => value === text)
  if (text !== undefined && choice === undefined) throw refusal()
  return choice
}

/** Returns the listing of a symbol; throws `-1121` if it is not listed. */
export const getListing = ({ listings }: MarketBoard, symbol: string): Listing => {
  const listing = listings.get(symbol)
  if (!listing) throw new Refused('-1121')
  return listing
}
