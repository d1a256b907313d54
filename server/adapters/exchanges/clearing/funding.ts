import { type Decimal, printDecimal } from '../../../core/decimal.ts'
import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import { applyRate, valueAt } from '../../../domain/account/money.ts'
import { lots, type Ticks } from '../../../domain/market/instrument.ts'
import type { MarkPrice } from '../../../domain/market/market-event.ts'
import type { VenueFunding } from '../../../domain/order/venue-report.ts'
import type { Book, Clearing } from './clearing.ts'
import { coverDeficit } from './execution.ts'

/**
 * Settles all funding due by the time of `markPrice`, each settlement once, including those during downtime, and
 * returns the payments. A settlement uses the terms from `fundingAt`, otherwise the last announced rate and the mark
 * price of `markPrice`; it is an estimate if that rate was announced more than a minute before. The market sets the
 * schedule: a settlement may be brought forward, postponed, or announced with a time that differs by some milliseconds.
 */
export const settleFunding = (
  clearing: Clearing,
  book: Book,
  markPrice: MarkPrice,
  fundingAt: FundingAt,
): VenueFunding[] => {
  const paid: VenueFunding[] = []
  book.fundingSettledToMs ??= settledBefore(book, markPrice)
  if (bringsForward(book, markPrice)) takeTerms(clearing, book, markPrice)
  while (book.nextFundingAtMs !== null && isDue(book, book.nextFundingAtMs, markPrice)) {
    const settledAtMs = book.nextFundingAtMs
    const settlement = settlementAt(book, { settledAtMs, mark: markPrice.mark }, fundingAt)
    if (settlement) paid.push(pay(clearing, book, settlement))
    const intervalMs = book.fundingIntervalMs ?? markPrice.fundingIntervalMs
    book.nextFundingAtMs = intervalMs === null ? null : settledAtMs + intervalMs
    book.fundingSettledToMs = settledAtMs
  }
  if (announces(book, markPrice)) takeTerms(clearing, book, markPrice)
  return paid
}

/** Terms of a settlement. */
interface FundingTerms {
  readonly rate: Decimal
  readonly mark: Ticks
}

/** Terms of a past settlement; without a mark price of its time it is valued at the current one. */
type PastTerms = Pick<FundingTerms, 'rate'> & Partial<FundingTerms>

/** Returns the terms of a past settlement, if the market still has them. */
export type FundingAt = (symbol: string, settledAtMs: Instant) => PastTerms | undefined

/** Announcements of one settlement differ by less than this; two settlements are farther apart. */
const SAME_SETTLEMENT_MS = MINUTE_MS

/**
 * Returns the last settlement: for a new account, before its first mark price; without a record, before the expected
 * one.
 */
const settledBefore = ({ nextFundingAtMs }: Book, { exchangeTimeMs }: MarkPrice): Instant =>
  (nextFundingAtMs ?? exchangeTimeMs) - SAME_SETTLEMENT_MS

/** A mark price with the terms of a future settlement. */
interface Announcement extends MarkPrice {
  readonly fundingRate: Decimal
  readonly nextFundingAtMs: Instant
}

/**
 * Returns whether `markPrice` announces a settlement that has not been executed, and is not older than the previous
 * announcement.
 */
const announces = (book: Book, markPrice: MarkPrice): markPrice is Announcement =>
  markPrice.fundingRate !== null &&
  markPrice.nextFundingAtMs !== null &&
  markPrice.exchangeTimeMs >= book.fundingAnnouncedAtMs &&
  markPrice.nextFundingAtMs - (book.fundingSettledToMs ?? 0) > SAME_SETTLEMENT_MS

/** Returns whether `markPrice` refers to the expected settlement or an earlier one. */
const bringsForward = (book: Book, markPrice: MarkPrice): markPrice is Announcement =>
  announces(book, markPrice) &&
  (book.nextFundingAtMs === null || markPrice.nextFundingAtMs - book.nextFundingAtMs < SAME_SETTLEMENT_MS)

/**
 * Returns whether a settlement is due; also true when the market already announces the next one, at most a minute
 * early.
 */
const isDue = (book: Book, nextMs: Instant, markPrice: MarkPrice): boolean => {
  const isNext = announces(book, markPrice) && markPrice.nextFundingAtMs - nextMs < SAME_SETTLEMENT_MS
  if (nextMs <= markPrice.exchangeTimeMs) return !isNext || markPrice.nextFundingAtMs <= markPrice.exchangeTimeMs
  return announces(book, markPrice) && !isNext && nextMs - markPrice.exchangeTimeMs < SAME_SETTLEMENT_MS
}

const settlementAt = (
  book: Book,
  { settledAtMs, mark }: Pick<Settlement, 'settledAtMs' | 'mark'>,
  fundingAt: FundingAt,
): Settlement | undefined => {
  if (book.quantity === 0) return undefined
  const published = fundingAt(book.instrument.symbol, settledAtMs)
  const rate = published?.rate ?? book.fundingRate
  if (!rate) return undefined
  const estimated = !published && settledAtMs - book.fundingAnnouncedAtMs > SAME_SETTLEMENT_MS
  return { rate, mark: published?.mark ?? mark, settledAtMs, estimated }
}

interface Settlement extends FundingTerms {
  readonly settledAtMs: Instant
  /** True when the rate may have changed before the settlement. */
  readonly estimated: boolean
}

const pay = (clearing: Clearing, book: Book, settlement: Settlement): VenueFunding => {
  const { rate, mark, settledAtMs, estimated } = settlement
  const { symbol } = book.instrument
  const owed = applyRate(valueAt(book.instrument, mark, lots(Math.abs(book.quantity))), rate)
  const amount = book.quantity > 0 ? -owed : owed
  const fundingId = `${symbol}-${settledAtMs}`
  const terms = { fundingId, symbol, amount, rate: printDecimal(rate), settledAtMs }
  const funding: VenueFunding = { ...terms, ...(estimated && { estimated: true as const }) }
  clearing.walletBalance += amount
  clearing.turn.funding.push(funding)
  clearing.turn.events.push({ kind: 'funding', funding })
  clearing.turn.moved.add(symbol)
  coverDeficit(clearing)
  return funding
}

/** Adopts the announced rate and time of the next settlement. */
const takeTerms = (clearing: Clearing, book: Book, markPrice: Announcement): void => {
  const { fundingRate, nextFundingAtMs, fundingIntervalMs, exchangeTimeMs } = markPrice
  const same = book.nextFundingAtMs === nextFundingAtMs && book.fundingRate?.units === fundingRate.units
  book.fundingRate = fundingRate
  book.nextFundingAtMs = nextFundingAtMs
  book.fundingIntervalMs = fundingIntervalMs
  book.fundingAnnouncedAtMs = exchangeTimeMs
  if (!same && book.quantity !== 0) clearing.turn.accountChanged = true
}
