import { DAY_MS, type Instant } from '../../../../core/instant.ts'
import type { Money } from '../../../../domain/account/money.ts'
import type { AccountSnapshot, VenuePosition } from '../../../../domain/order/venue-report.ts'
import { exactText } from '../exact.ts'
import type { Desk } from './desk.ts'
import { readLeverages } from './leverages.ts'
import type { RawPosition } from './order-dialect.ts'
import { listedNow, queryAccount } from './query-account.ts'
import { readFillsSince, readOpenOrders } from './read-beside.ts'
import { readFundingSince } from './read-funding.ts'
import { isOneWay, raiseHedged } from './read-mode.ts'
import { readPosition } from './read-position.ts'
import { readUnwatched } from './read-unwatched.ts'
import { clearUnreadable, toUsdt, whole } from './reader.ts'

/** So often everything is read until wallet and positions were the same before and after the rest. */
const ROUNDS_MAX = 3
/** Further back no exchange lists executions. */
const HISTORY_MS = 180 * DAY_MS

/**
 * Reads everything of ours at the exchange, in one consistent state: parts read one after another count only when
 * nothing has changed meanwhile. Undefined when any part failed, could not be read, or kept changing.
 */
export const readAccount = async (desk: Desk, sinceMs: Instant): Promise<AccountSnapshot | undefined> => {
  const takenAtMs = desk.client.venueNow()
  const fromMs = Math.max(sinceMs, takenAtMs - HISTORY_MS)
  const before = desk.reader.unreadable
  if (!(await readLeverages(desk)) || !(await isOneWay(desk))) return undefined
  let held = await readHoldings(desk)
  for (let round = 0; held && round < ROUNDS_MAX; round++) {
    const beside = await readBeside(desk, fromMs)
    const after = beside && (await readHoldings(desk))
    if (!after) return undefined
    if (isSame(held, after)) {
      clearUnreadable(desk.reader, before)
      const { walletBalance, positions, rawPositions } = after
      const { open, fills, funding } = beside
      const unwatched = readUnwatched(desk, { positions: rawPositions, orders: open.rawOrders })
      return { walletBalance, positions, openOrders: open.orders, unwatched, fills, funding, takenAtMs }
    }
    held = after
  }
  return undefined
}

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
  return isOneEach(desk, positions.value, open)
    ? { walletBalance: read.balance, positions: open, rawPositions: positions.value }
    : undefined
}

/** Returns false in hedge mode, where our orders could mean long or short: one side alone proves it as well as two. */
const isOneEach = (desk: Desk, rawPositions: readonly RawPosition[], open: readonly VenuePosition[]): boolean => {
  const symbols = open.map(({ symbol }) => symbol)
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) < index)
  const apart = rawPositions.find(({ native, hedged }) => hedged === true && desk.reader.byNative.has(native))
  const isolated = rawPositions.find(
    (one) => one.isolated === true && desk.reader.byNative.has(one.native) && !isFlat(one),
  )
  if (twice !== undefined) raiseHedged(desk, `${twice} has two positions at the same time`)
  else if (apart)
    raiseHedged(desk, `Long and short of ${String(apart.native)} are kept apart: the account is in hedge mode`)
  else if (isolated)
    raiseHedged(desk, `The position in ${String(isolated.native)} has isolated margin, and is reckoned with as cross`)
  return twice === undefined && apart === undefined && isolated === undefined
}

const isFlat = ({ quantity }: RawPosition): boolean => Number(exactText(quantity)) === 0

/** Prices move with the market; what was traded shows in quantities, costs and the wallet. */
const isSame = (before: Holdings, after: Holdings): boolean => gist(before) === gist(after)

const gist = ({ walletBalance, positions }: Holdings): string =>
  [walletBalance, ...positions.map(({ symbol, quantity, cost }) => `${symbol} ${quantity} ${cost}`).sort()].join()

interface Beside extends Pick<AccountSnapshot, 'fills' | 'funding'> {
  readonly open: NonNullable<Awaited<ReturnType<typeof readOpenOrders>>>
}

const readBeside = async (desk: Desk, fromMs: Instant): Promise<Beside | undefined> => {
  const [open, fills, funding] = await Promise.all([
    readOpenOrders(desk),
    readFillsSince(desk, fromMs),
    readFundingSince(desk, fromMs),
  ])
  return open && fills && funding && { open, fills, funding }
}
