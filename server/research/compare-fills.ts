/** Compares the fills of a paper account with those of the same orders in the recorded order book, fill by fill. */

import { SECOND_MS } from '../core/instant.ts'
import { computeQuantile } from '../core/statistics/quantile.ts'
import { type Money, printMoney } from '../domain/account/money.ts'
import type { VenueFill } from '../domain/order/venue-report.ts'

/**
 * Compares fills by order: a fill is compared with what the order book gave for the same part of the order. A fill that the
 * other side does not have counts as infinitely far away.
 */
export const compareFills = (paper: readonly VenueFill[], book: readonly VenueFill[]): FillComparison => {
  const [onPaper, inBook] = [byOrder(paper), byOrder(book)]
  const orders = new Set([...onPaper.keys(), ...inBook.keys()])
  const fills = [...orders]
    .flatMap((orderId) => compareOrder(onPaper.get(orderId) ?? [], inBook.get(orderId) ?? []))
    .toSorted((a, b) => a.executedAtMs - b.executedAtMs)
  const distances = fills.map(({ distanceBps }) => distanceBps ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  return {
    fills,
    byClass: FILL_CLASSES.map((name) => ({ class: name, count: fills.filter((fill) => fill.class === name).length })),
    medianBps: quantile(distances, 0.5),
    p95Bps: quantile(distances, 0.95),
  }
}

const FILL_CLASSES = [
  'ONLY_PAPER',
  'ONLY_BOOK',
  'OTHER_QUANTITY',
  'OTHER_PRICE',
  'OTHER_FEE',
  'OTHER_TIME',
  'SAME',
] as const

/** Difference of a fill: the first that applies. */
export type FillClass = (typeof FILL_CLASSES)[number]

/** A compared fill; `null` in place of what only the other side has. Prices are in ticks. */
export interface ComparedFill {
  readonly orderId: string
  readonly symbol: string
  readonly side: VenueFill['side']
  readonly class: FillClass
  readonly executedAtMs: number
  readonly paper: FillFigures | null
  readonly book: FillFigures | null
  /** Distance of the prices in basis points; null when one side lacks a part of the quantity. */
  readonly distanceBps: number | null
}

/** Quantity, average price, fee and time of a fill, or of the fills of the same part of an order. */
export interface FillFigures {
  readonly quantity: number
  readonly price: number
  readonly fee: string
  readonly atMs: number
}

export interface FillComparison {
  /** Every fill of either side, oldest first. */
  readonly fills: readonly ComparedFill[]
  readonly byClass: readonly { readonly class: FillClass; readonly count: number }[]
  /** Median distance in basis points; null without fills, or when at least half of them have no counterpart. */
  readonly medianBps: number | null
  readonly p95Bps: number | null
}

const byOrder = (fills: readonly VenueFill[]): ReadonlyMap<string, readonly VenueFill[]> =>
  Map.groupBy(fills, ({ venueClientId, exchangeOrderId }) => venueClientId ?? exchangeOrderId)

/** Fills of an order that are still to be compared. */
interface Remainder {
  readonly fills: readonly VenueFill[]
  index: number
  /** Quantity of the present fill that has been compared. */
  used: number
}

const compareOrder = (paper: readonly VenueFill[], book: readonly VenueFill[]): ComparedFill[] => {
  const rest: Remainder = { fills: book, index: 0, used: 0 }
  const compared = paper.map((fill) => compareFill(fill, takeQuantity(rest, fill.quantity)))
  const last = book.at(-1)
  const left = takeQuantity(rest, Number.POSITIVE_INFINITY)
  return last && left
    ? [...compared, { ...describe(last), class: 'ONLY_BOOK', paper: null, book: left.figures }]
    : compared
}

interface Taken {
  readonly figures: FillFigures
  /** Number of fills it was taken from. */
  readonly pieces: number
}

/** Takes the next quantity of an order; undefined when nothing is left. */
const takeQuantity = (rest: Remainder, wanted: number): Taken | undefined => {
  let [quantity, value, fee, atMs, pieces] = [0, 0, 0n as Money, 0, 0]
  while (quantity < wanted) {
    const fill = rest.fills[rest.index]
    if (!fill) break
    const taken = Math.min(wanted - quantity, fill.quantity - rest.used)
    quantity += taken
    value += taken * fill.price
    fee += (fill.fee * BigInt(taken)) / BigInt(fill.quantity)
    atMs = fill.executedAtMs
    pieces++
    rest.used += taken
    if (rest.used < fill.quantity) break
    rest.index++
    rest.used = 0
  }
  if (quantity === 0) return undefined
  return { figures: { quantity, price: value / quantity, fee: printMoney(fee), atMs }, pieces }
}

const describe = ({ venueClientId, exchangeOrderId, symbol, side, executedAtMs }: VenueFill) => ({
  orderId: venueClientId ?? exchangeOrderId,
  symbol,
  side,
  executedAtMs,
  distanceBps: null,
})

const compareFill = (fill: VenueFill, taken: Taken | undefined): ComparedFill => {
  const { quantity, price, fee, executedAtMs: atMs } = fill
  const paper: FillFigures = { quantity, price, fee: printMoney(fee), atMs }
  const compared = { ...describe(fill), paper, book: taken?.figures ?? null }
  if (!taken) return { ...compared, class: 'ONLY_PAPER' }
  if (taken.figures.quantity < quantity) return { ...compared, class: 'OTHER_QUANTITY' }
  return { ...compared, class: classify(paper, taken), distanceBps: distance(price, taken.figures.price) }
}

const BPS = 10_000

const distance = (paper: number, book: number): number => (Math.abs(paper - book) / book) * BPS

/** Tolerance for the time: the feed shows an execution at most this much later. */
const TIME_TOLERANCE_MS = SECOND_MS

/** One unit of the fee, 10^-8 USDT, may be lost to rounding in each piece. */
const FEE_UNIT = 1e-8

const classify = (paper: FillFigures, { figures, pieces }: Taken): FillClass => {
  if (paper.price !== figures.price) return 'OTHER_PRICE'
  if (Math.abs(Number(paper.fee) - Number(figures.fee)) > (pieces + 0.5) * FEE_UNIT) return 'OTHER_FEE'
  return Math.abs(paper.atMs - figures.atMs) > TIME_TOLERANCE_MS ? 'OTHER_TIME' : 'SAME'
}

/** Returns a quantile of ascending distances, the mean of both middle ones for the median; null when it is infinite. */
const quantile = (ascending: readonly number[], share: number): number | null => {
  const value = computeQuantile(ascending, share)
  return Number.isFinite(value) ? value : null
}
