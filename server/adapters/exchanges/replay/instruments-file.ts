import { readFile } from 'node:fs/promises'
import { parseDecimal } from '../../../core/decimal.ts'
import { errorMessage } from '../../../core/errors.ts'
import { isRecord } from '../../../core/json.ts'
import { err } from '../../../core/result.ts'
import { createInstrument, type Instrument, STEP_SCALE_MAX, SYMBOL_PATTERN } from '../../../domain/market/instrument.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'

/**
 * Reads instruments with their tick and lot sizes from a JSON file for replays: Binance's `exchangeInfo` response, or a
 * list of `{"symbol": "BTCUSDT", "tickSize": "0.1", "lotSize": "0.001", "minNotional": "5", "maxLeverage": 125}`.
 * Rejects with a `MarketSourceError`.
 */
export const readInstruments = async (path: string): Promise<Instrument[]> => {
  const listed = readList(await readJson(path))
  if (!listed)
    throw new MarketSourceError(`${path} is neither a list of instruments nor an exchangeInfo response. ${FORM}`)
  return listed.filter(isPerpetual).map((entry) => instrumentFrom(path, entry))
}

const FORM = 'Write [{"symbol": "BTCUSDT", "tickSize": "0.1", "lotSize": "0.001"}].'

type Json = Record<string, unknown>

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const reason = errorMessage(error)
    throw new MarketSourceError(`The instruments of ${path} cannot be read (${reason}). ${FORM}`)
  }
}

const readList = (json: unknown): Json[] | undefined => {
  if (Array.isArray(json)) return json.filter(isRecord)
  const symbols = isRecord(json) ? json.symbols : undefined
  return Array.isArray(symbols) ? symbols.filter(isRecord).map(fromExchangeInfo) : undefined
}

const fromExchangeInfo = (entry: Json): Json => {
  const filters = Array.isArray(entry.filters) ? entry.filters.filter(isRecord) : []
  const filter = (type: string): Json => filters.find(({ filterType }) => filterType === type) ?? {}
  return {
    symbol: entry.symbol,
    tickSize: filter('PRICE_FILTER').tickSize,
    lotSize: filter('LOT_SIZE').stepSize,
    minNotional: filter('MIN_NOTIONAL').notional,
  }
}

type Named = Json & { readonly symbol: string }

const perpetual = new RegExp(SYMBOL_PATTERN)

const isPerpetual = (entry: Json): entry is Named => typeof entry.symbol === 'string' && perpetual.test(entry.symbol)

const instrumentFrom = (path: string, entry: Named): Instrument => {
  const { symbol } = entry
  if (!isStep(entry.tickSize) || !isStep(entry.lotSize)) {
    throw new MarketSourceError(`${path}: ${symbol} needs a positive decimal text as tickSize and lotSize. ${FORM}`)
  }
  const minNotional = readMinNotional(entry)
  if (minNotional?.ok === false) {
    throw new MarketSourceError(`${path}: the minNotional of ${symbol} is not a decimal. Write it as "5" or omit it.`)
  }
  return createInstrument({
    symbol,
    tickSize: entry.tickSize,
    lotSize: entry.lotSize,
    minNotional: minNotional?.value ?? null,
    maxLeverage: typeof entry.maxLeverage === 'number' ? entry.maxLeverage : null,
  })
}

const isStep = (value: unknown): value is string => {
  const parsed = typeof value === 'string' ? parseDecimal(value) : undefined
  if (!parsed?.ok) return false
  const { units, scale } = parsed.value
  return units > 0n && units <= BigInt(Number.MAX_SAFE_INTEGER) && scale <= STEP_SCALE_MAX
}

const readMinNotional = ({ minNotional }: Json) => {
  if (minNotional === undefined || minNotional === null) return undefined
  return typeof minNotional === 'string' || typeof minNotional === 'number'
    ? parseDecimal(String(minNotional))
    : err(minNotional)
}
