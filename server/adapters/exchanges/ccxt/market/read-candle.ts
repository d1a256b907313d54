import { type Decimal, divideRounded, parseDecimal } from '../../../../core/decimal.ts'
import { MINUTE_MS } from '../../../../core/instant.ts'
import { err, ok, type Result } from '../../../../core/result.ts'
import type { Candle } from '../../../../domain/market/candle.ts'
import { type Instrument, type Lots, lots, ticks } from '../../../../domain/market/instrument.ts'
import { exactText } from '../exact.ts'
import type { Listing } from '../listing.ts'
import type { CandleColumns } from './feeds/feed.ts'
import { toInteger } from './fields.ts'
import { formatValue, positive } from './read-trade.ts'

/** Reads a one-minute candle from the exchange's own row; an error names the unreadable part. */
export const readCandle = (row: unknown, listing: Listing, columns: CandleColumns): Result<Candle, string> => {
  if (!Array.isArray(row)) return err('a candle that is no row')
  const openMs = toInteger(row[0])
  if (openMs === undefined || openMs <= 0 || openMs % MINUTE_MS !== 0)
    return err(`a candle opening at ${formatValue(row[0])}`)
  const prices = readPrices(row, listing)
  if (!prices) return err(`a candle of the prices ${row.slice(1, 5).map(formatValue).join(' ')}`)
  const amounts = readAmounts(row, listing, columns)
  if (!amounts) return err(`a candle of the quantities ${row.slice(5).map(formatValue).join(' ')}`)
  const { symbol } = listing.instrument
  return ok({ symbol, interval: '1m', openMs, ...prices, ...amounts, missing: [] })
}

type Row = readonly unknown[]

const readPrices = (row: Row, { instrument }: Listing) => {
  const [open, high, low, close] = row
    .slice(1, 5)
    .map((price) => positive(instrument.price.parse(exactText(price) ?? '')))
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  if (high < Math.max(open, close) || low > Math.min(open, close)) return undefined
  return { open: ticks(open), high: ticks(high), low: ticks(low), close: ticks(close) }
}

const readAmounts = (row: Row, { amounts, instrument }: Listing, columns: CandleColumns) => {
  const volume = toCount(amounts.parse(exactText(row[columns.volume]) ?? ''))
  const turnover = parseDecimal(exactText(row[columns.turnover]) ?? '')
  const tradeCount = columns.count === null ? null : toCount(toInteger(row[columns.count]))
  const takerBuy = columns.takerBuy === null ? null : toCount(amounts.parse(exactText(row[columns.takerBuy]) ?? ''))
  if (volume === undefined || tradeCount === undefined || takerBuy === undefined) return undefined
  if (!turnover.ok || turnover.value.units < 0n || (takerBuy ?? 0) > volume) return undefined
  return {
    volume: lots(volume),
    turnover: toTickLots(turnover.value, instrument),
    tradeCount,
    takerBuyVolume: takerBuy as Lots | null,
  }
}

const toCount = (value: number | undefined): number | undefined =>
  value !== undefined && value >= 0 ? value : undefined

/** Quote currency as tick·lots: exact where the exchange writes all digits, else the nearest. */
const toTickLots = ({ units, scale }: Decimal, { price, quantity }: Instrument): bigint => {
  const stepScale = price.step.scale + quantity.step.scale
  const step = price.step.units * quantity.step.units
  return divideRounded(units * 10n ** BigInt(stepScale), step * 10n ** BigInt(scale))
}
