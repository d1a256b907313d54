import { readFile } from 'node:fs/promises'
import { parseDecimal } from '../../../core/decimal.ts'
import { type Instrument, instrumentOf, SYMBOL_PATTERN } from '../../../domain/market/instrument.ts'
import { MarketSourceError } from '../../../engine/ports.ts'

/**
 * Reads tick and lot sizes: Binance's `exchangeInfo` answer as it is, or a list of
 * `{"symbol": "BTCUSDT", "tickSize": "0.1", "lotSize": "0.001", "minNotional": "5", "maxLeverage": 125}`.
 */
export const readInstruments = async (path: string): Promise<Instrument[]> => {
  const listed = listOf(await readJson(path))
  if (!listed)
    throw new MarketSourceError(`${path} is neither a list of instruments nor an exchangeInfo answer. ${FORM}`)
  return listed.filter(isPerpetual).map((entry) => instrumentFrom(path, entry))
}

const FORM = 'Write [{"symbol": "BTCUSDT", "tickSize": "0.1", "lotSize": "0.001"}].'

type Json = Record<string, unknown>

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MarketSourceError(`The instruments of ${path} cannot be read (${reason}). ${FORM}`)
  }
}

const listOf = (json: unknown): Json[] | undefined => {
  if (Array.isArray(json)) return json
  const symbols = (json as Json | null)?.symbols
  return Array.isArray(symbols) ? symbols.map(fromExchangeInfo) : undefined
}

const fromExchangeInfo = (entry: Json): Json => {
  const filters = (Array.isArray(entry.filters) ? entry.filters : []) as Json[]
  const filter = (type: string): Json => filters.find(({ filterType }) => filterType === type) ?? {}
  return {
    symbol: entry.symbol,
    tickSize: filter('PRICE_FILTER').tickSize,
    lotSize: filter('LOT_SIZE').stepSize,
    minNotional: filter('MIN_NOTIONAL').notional,
  }
}

const isPerpetual = ({ symbol }: Json): boolean => new RegExp(SYMBOL_PATTERN).test(String(symbol))

const instrumentFrom = (path: string, entry: Json): Instrument => {
  const minNotional = entry.minNotional === undefined ? undefined : parseDecimal(String(entry.minNotional))
  if (!isStep(entry.tickSize) || !isStep(entry.lotSize) || minNotional?.ok === false) {
    throw new MarketSourceError(
      `${path}: ${String(entry.symbol)} needs a positive decimal text as tickSize and lotSize. ${FORM}`,
    )
  }
  return instrumentOf({
    symbol: String(entry.symbol),
    tickSize: entry.tickSize,
    lotSize: entry.lotSize,
    minNotional: minNotional?.value ?? null,
    maxLeverage: typeof entry.maxLeverage === 'number' ? entry.maxLeverage : null,
  })
}

const isStep = (value: unknown): value is string => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : undefined
  return parsed?.ok === true && parsed.value.units > 0n
}
