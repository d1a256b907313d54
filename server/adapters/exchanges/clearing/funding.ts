import { type Decimal, printDecimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { portionOf, valueAt } from '../../../domain/account/money.ts'
import { lots, type Ticks } from '../../../domain/market/instrument.ts'
import type { MarkPrice } from '../../../domain/market/market-event.ts'
import type { VenueFunding } from '../../../domain/order/venue-report.ts'
import type { Book, Clearing } from './clearing.ts'
import { coverDeficit } from './execution.ts'

/** What a settlement goes by. */
interface FundingTerms {
  readonly rate: Decimal
  readonly mark: Ticks
}

/** The terms of a settlement that is past, where the market can still tell them. */
export type FundingAt = (symbol: string, settledAtMs: Instant) => FundingTerms | undefined

/**
 * Settles what is due by the time of `told`, each settlement once, those of a time the exchange was down too. A
 * settlement goes by what the market says of it; else by the last rate published before it, and the mark of `told`.
 */
export const settleFunding = (clearing: Clearing, book: Book, told: MarkPrice, fundingAt: FundingAt): void => {
  const { symbol } = book.instrument
  const intervalMs = book.fundingIntervalMs ?? told.fundingIntervalMs
  while (book.nextFundingAtMs !== null && book.nextFundingAtMs <= told.exchangeTimeMs) {
    const settledAtMs = book.nextFundingAtMs
    if (book.quantity !== 0) {
      const lastKnown = book.fundingRate && { rate: book.fundingRate, mark: told.mark }
      const terms = fundingAt(symbol, settledAtMs) ?? lastKnown
      if (terms) pay(clearing, book, { ...terms, settledAtMs })
    }
    book.nextFundingAtMs = intervalMs === null ? null : settledAtMs + intervalMs
  }
  takeTerms(clearing, book, told)
}

const pay = (clearing: Clearing, book: Book, terms: FundingTerms & { settledAtMs: Instant }): void => {
  const { rate, mark, settledAtMs } = terms
  const { symbol } = book.instrument
  const owed = portionOf(valueAt(book.instrument, mark, lots(Math.abs(book.quantity))), rate)
  const amount = book.quantity > 0 ? -owed : owed
  const fundingId = `${symbol}-${settledAtMs}`
  const funding: VenueFunding = { fundingId, symbol, amount, rate: printDecimal(rate), settledAtMs }
  clearing.walletBalance += amount
  clearing.turn.funding.push(funding)
  clearing.turn.events.push({ kind: 'funding', funding })
  clearing.turn.moved.add(symbol)
  coverDeficit(clearing)
}

/** The rate in force from now on; one of a settlement that is past changes nothing. */
const takeTerms = (clearing: Clearing, book: Book, told: MarkPrice): void => {
  const { fundingRate, nextFundingAtMs, fundingIntervalMs } = told
  if (fundingRate === null || nextFundingAtMs === null) return
  if (book.nextFundingAtMs !== null && nextFundingAtMs < book.nextFundingAtMs) return
  const same = book.nextFundingAtMs === nextFundingAtMs && book.fundingRate?.units === fundingRate.units
  book.fundingRate = fundingRate
  book.nextFundingAtMs = nextFundingAtMs
  book.fundingIntervalMs = fundingIntervalMs
  if (!same && book.quantity !== 0) clearing.turn.accountChanged = true
}
