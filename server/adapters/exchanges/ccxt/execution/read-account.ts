import { decimal, printDecimal } from '../../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import { type Money, toMoney } from '../../../../domain/account/money.ts'
import type {
  AccountSnapshot,
  UnwatchedHolding,
  VenueFunding,
  VenuePosition,
} from '../../../../domain/order/venue-report.ts'
import { exactText } from '../fields.ts'
import type { Listing } from '../listing.ts'
import { allListings } from '../market/listings.ts'
import type { Desk } from './desk.ts'
import type { RawOrder, RawPosition } from './order-dialect.ts'
import { listedNow, queryAccount, windowsFrom } from './query-account.ts'
import { readFunding } from './read-fill.ts'
import { isOneWay, raiseHedged } from './read-mode.ts'
import { readFillsSince, readOpenOrders } from './read-orders-and-fills.ts'
import { clearUnreadable, type Reader, toSignedLots, toUsdt, whole } from './reader.ts'

/**
 * Reads a consistent snapshot of the account at the exchange: wallet, positions, open orders, executions and funding.
 * Its parts are queried one after another, and accepted only when wallet and positions are the same before and after
 * the rest. Undefined when a query failed, a part could not be read, or the account changed each time.
 */
export const readAccount = async (desk: Desk, sinceMs: Instant): Promise<AccountSnapshot | undefined> => {
  const takenAtMs = desk.client.venueNow()
  const fromMs = Math.max(sinceMs, takenAtMs - HISTORY_MS)
  const before = desk.reader.unreadable
  if (!(await readLeverages(desk)) || !(await isOneWay(desk))) return undefined
  let held = await readHoldings(desk)
  for (let round = 0; held && round < ROUNDS_MAX; round++) {
    const activity = await readActivity(desk, fromMs)
    const after = activity && (await readHoldings(desk))
    if (!after) return undefined
    if (isSame(held, after)) {
      clearUnreadable(desk.reader, before)
      const { walletBalance, positions, rawPositions } = after
      const { open, fills, funding } = activity
      const unwatched = readUnwatched(desk, { positions: rawPositions, orders: open.rawOrders })
      return { walletBalance, positions, openOrders: open.orders, unwatched, fills, funding, takenAtMs }
    }
    held = after
  }
  return undefined
}

/** Maximum attempts to read a consistent snapshot. */
const ROUNDS_MAX = 3
/** Maximum age of executions in any exchange's history. */
const HISTORY_MS = 180 * DAY_MS

interface Holdings {
  readonly walletBalance: Money
  readonly positions: readonly VenuePosition[]
  /** Positions as reported, including those in instruments that are not watched. */
  readonly rawPositions: readonly RawPosition[]
}

const readHoldings = async (desk: Desk): Promise<Holdings | undefined> => {
  const { dialect, reader, slow, leverage } = desk
  const listings = listedNow(desk)
  const [wallet, positions] = await Promise.all([
    queryAccount(desk, (rest) => dialect.wallet(rest)),
    queryAccount(desk, (rest) => dialect.positions(rest, listings)),
  ])
  if (wallet === undefined || positions === undefined) return undefined
  const read = whole(reader, 'the wallet', { balance: toUsdt(wallet.value) })
  const held = positions.value.map((rawPosition) =>
    readPosition(reader, rawPosition, slow.leverages.get(rawPosition.native) ?? leverage),
  )
  if (!read || held.includes(undefined)) return undefined
  const open = held.filter((position) => position !== null && position !== undefined)
  return isOneWayCross(desk, positions.value, open)
    ? { walletBalance: read.balance, positions: open, rawPositions: positions.value }
    : undefined
}

/**
 * Returns whether all positions are in one-way mode with cross margin, and reports the first that is not. In hedge mode
 * an order could apply to the long or the short position; a position marked as hedged proves it without the other side.
 */
const isOneWayCross = (desk: Desk, rawPositions: readonly RawPosition[], open: readonly VenuePosition[]): boolean => {
  const symbols = open.map(({ symbol }) => symbol)
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) < index)
  const apart = rawPositions.find(({ native, hedged }) => hedged === true && desk.reader.byNative.has(native))
  const isolated = rawPositions.find(
    (one) => one.isolated === true && desk.reader.byNative.has(one.native) && !isFlat(one),
  )
  if (twice !== undefined) raiseHedged(desk, `${twice} has two positions at the same time`)
  else if (apart)
    raiseHedged(desk, `Long and short of ${String(apart.native)} are separate positions: the account is in hedge mode`)
  else if (isolated)
    raiseHedged(desk, `The position in ${String(isolated.native)} has isolated margin, and is calculated as cross`)
  return twice === undefined && apart === undefined && isolated === undefined
}

const isFlat = ({ quantity }: RawPosition): boolean => Number(exactText(quantity)) === 0

/** Compares only values changed by trades and payments (wallet, quantities, costs), not values that follow prices. */
const isSame = (before: Holdings, after: Holdings): boolean => fingerprint(before) === fingerprint(after)

const fingerprint = ({ walletBalance, positions }: Holdings): string =>
  [walletBalance, ...positions.map(({ symbol, quantity, cost }) => `${symbol} ${quantity} ${cost}`).sort()].join()

interface Activity extends Pick<AccountSnapshot, 'fills' | 'funding'> {
  readonly open: NonNullable<Awaited<ReturnType<typeof readOpenOrders>>>
}

const readActivity = async (desk: Desk, fromMs: Instant): Promise<Activity | undefined> => {
  const [open, fills, funding] = await Promise.all([
    readOpenOrders(desk),
    readFillsSince(desk, fromMs),
    readFundingSince(desk, fromMs),
  ])
  return open && fills && funding && { open, fills, funding }
}

/** Validity of a reading: leverage may be changed elsewhere, but not often. */
const HOLDS_FOR_MS = 5 * MINUTE_MS

/** Reads the leverages periodically where positions do not report them; false when that failed. */
const readLeverages = async (desk: Desk): Promise<boolean> => {
  const { dialect, slow, client } = desk
  const { leverages } = dialect
  if (!leverages || client.venueNow() - slow.leveragesAtMs < HOLDS_FOR_MS) return true
  const response = await queryAccount(desk, (rest) => leverages(rest))
  if (!response) return false
  slow.leveragesAtMs = client.venueNow()
  slow.leverages = new Map([...response.value].map(([native, leverage]) => [native, Number(leverage)]))
  return true
}

/**
 * Time after a settlement in which every reading queries payments: settlements are on the hour, and payments are listed
 * shortly after.
 */
const EXPECTED_FOR_MS = 10 * MINUTE_MS

/**
 * Reads the funding payments since an instant. Queries are expensive: between settlements the known payments are
 * returned again.
 */
const readFundingSince = async (desk: Desk, fromMs: Instant): Promise<readonly VenueFunding[] | undefined> => {
  const { slow } = desk
  const nowMs = desk.client.venueNow()
  const known = slow.funding
  if (!known || fromMs < known.fromMs || isExpected(known.requestedAtMs, nowMs)) {
    const payments = await fetchSince(desk, fromMs)
    if (!payments) return undefined
    slow.funding = { payments, fromMs, requestedAtMs: nowMs }
    return payments
  }
  return known.payments.filter(({ settledAtMs }) => settledAtMs >= fromMs)
}

const isExpected = (requestedAtMs: Instant, nowMs: Instant): boolean =>
  nowMs - requestedAtMs >= EXPECTED_FOR_MS ||
  Math.floor(requestedAtMs / HOUR_MS) !== Math.floor(nowMs / HOUR_MS) ||
  nowMs % HOUR_MS < EXPECTED_FOR_MS

const fetchSince = async (desk: Desk, fromMs: Instant): Promise<VenueFunding[] | undefined> => {
  const { dialect, reader } = desk
  const listings = listedNow(desk)
  const paid: VenueFunding[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const response = await queryAccount(desk, (rest) => dialect.funding(rest, listings, range))
    if (!response) return undefined
    const known = response.value.filter(({ native }) => reader.byNative.has(native))
    const read = known.map((one) => readFunding(reader, one))
    if (read.includes(undefined)) return undefined
    paid.push(...read.filter((one) => one !== undefined))
  }
  return paid
}

/** Reads a position; null if there is none, or in an unlisted instrument; undefined when it cannot be read. */
export const readPosition = (
  reader: Reader,
  rawPosition: RawPosition,
  leverage: number,
): VenuePosition | null | undefined => {
  const listing = reader.byNative.get(rawPosition.native)
  const flat = Number(exactText(rawPosition.quantity)) === 0
  if (!listing) {
    if (!flat)
      reader.note(`There is a position in ${String(rawPosition.native)}, which is not watched: it is left unchanged.`)
    return null
  }
  if (flat) return null
  const { symbol } = listing.instrument
  const quantity = toSignedLots(listing, rawPosition.quantity)
  return whole(reader, `the position in ${symbol}`, {
    symbol,
    quantity,
    cost: quantity === undefined ? undefined : computeCost(listing, quantity, rawPosition.entryPrice),
    liquidationPrice: toLiquidationPrice(rawPosition.liquidationPrice),
    leverage: rawPosition.leverage === undefined ? leverage : toLeverage(rawPosition.leverage),
    maintenanceMargin: toUsdt(rawPosition.maintenanceMargin),
  })
}

/** Returns quantity times entry price, which may be finer than a tick, to the nearest 10^-8. */
const computeCost = ({ instrument }: Listing, quantity: number, entryPrice: unknown): Money | undefined => {
  const text = exactText(entryPrice)
  if (text === undefined) return undefined
  const price = decimal(text)
  const { step } = instrument.quantity
  const units = price.units * step.units * BigInt(Math.abs(quantity))
  return units > 0n ? toMoney({ units, scale: price.scale + step.scale }) : undefined
}

const toLiquidationPrice = (value: unknown): Money | null | undefined => {
  if (value === undefined || value === null || value === '') return null
  const price = toUsdt(value)
  return price === undefined || price > 0n ? price : null
}

const toLeverage = (value: unknown): number | undefined => {
  const leverage = Number(exactText(value))
  return leverage > 0 ? leverage : undefined
}

/** Positions and orders as reported; orders in other instruments are missing if the exchange lists orders by symbol. */
interface RawHoldings {
  readonly positions: readonly RawPosition[]
  readonly orders: readonly RawOrder[]
}

/** Returns the holdings in unwatched instruments, one per instrument, by name; closed positions are excluded. */
const readUnwatched = (desk: Desk, { positions, orders }: RawHoldings): UnwatchedHolding[] => {
  const { byNative } = desk.reader
  const held = new Map<unknown, { quantity: string; orders: number }>()
  for (const { native, quantity } of positions) {
    const text = exactText(quantity)
    if (byNative.has(native) || text === '0') continue
    held.set(native, { quantity: toCoins(desk, native, text ?? '?'), orders: 0 })
  }
  for (const { native } of orders) {
    if (byNative.has(native)) continue
    const one = held.get(native) ?? { quantity: '0', orders: 0 }
    held.set(native, { ...one, orders: one.orders + 1 })
  }
  return [...held]
    .map(([native, one]) => ({ symbol: listingAt(desk, native)?.instrument.symbol ?? String(native), ...one }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

/** Returns the quantity in coins, or in the exchange's own unit if the contract size is unknown. */
const toCoins = (desk: Desk, native: unknown, quantity: string): string => {
  const listing = listingAt(desk, native)
  if (!listing || quantity === '?') return quantity
  const [count, size] = [decimal(quantity), listing.contractSize]
  const coins = printDecimal({ units: count.units * size.units, scale: count.scale + size.scale })
  return exactText(coins) ?? coins
}

/**
 * Searches all listings of the exchange, which is expensive and therefore done once, when an unwatched holding is
 * found.
 */
const listingAt = ({ client, slow }: Desk, native: unknown): Listing | undefined => {
  slow.others ??= new Map([...allListings(client).values()].map((listing) => [listing.native, listing]))
  return slow.others.get(native)
}
