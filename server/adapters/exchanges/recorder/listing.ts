import { SYMBOL_PATTERN } from '../../../domain/market/instrument.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { type Addresses, listingAddress } from './addresses.ts'
import { fetchText } from './fetch-text.ts'

const perpetual = new RegExp(SYMBOL_PATTERN)

/** Rejects with a `MarketSourceError` unless the exchange trades every one of these USDT perpetuals now. */
export const checkListed = async (
  addresses: Addresses,
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const answer = await fetchText(listingAddress(addresses), signal)
  if (!answer.ok) throw new MarketSourceError(`${addresses.rest} does not answer (${answer.error.reason}). ${REACH}`)
  const listed = statusesIn(answer.value)
  if (!listed) throw new MarketSourceError(`${addresses.rest} does not return its listing. ${REACH}`)
  const unknown = symbols.filter((symbol) => !listed.has(symbol) || !perpetual.test(symbol))
  if (unknown.length > 0) {
    throw new MarketSourceError(
      `${unknown.join(', ')} is no USDT perpetual of ${addresses.rest}. Give the symbols as the exchange writes them, such as BTCUSDT.`,
    )
  }
  const resting = symbols.filter((symbol) => listed.get(symbol) !== 'TRADING')
  if (resting.length > 0) {
    throw new MarketSourceError(
      `${resting.join(', ')} is listed at ${addresses.rest} and not traded now. Leave it out.`,
    )
  }
}

const REACH = 'See whether it can be reached from here, or name another with --exchange-url.'

const statusesIn = (text: string): Map<string, string> | undefined => {
  try {
    const { symbols } = JSON.parse(text) as { readonly symbols: readonly Record<string, unknown>[] }
    return new Map(symbols.map(({ symbol, status }) => [String(symbol), String(status)]))
  } catch {
    return undefined
  }
}
