import { DAY_MS, type Instant, MINUTE_MS, type TimeRange } from '../../../../core/instant.ts'
import type { Money } from '../../../../domain/account/money.ts'
import type {
  AccountSnapshot,
  VenueFill,
  VenueFunding,
  VenueOrder,
  VenuePosition,
} from '../../../../domain/order/venue-report.ts'
import type { Called } from '../client.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'
import type { ToldFill } from './order-dialect.ts'
import { readFills } from './own-fills.ts'
import { readFunding } from './read-fill.ts'
import { readOrder } from './read-order.ts'
import { readPosition } from './read-position.ts'
import { clearUnreadable, usdtOf, whole } from './reader.ts'

/** So often everything is read until wallet and positions were the same before and after the rest. */
const ROUNDS_MAX = 3
/** Further back no exchange lists executions. */
const HISTORY_MS = 180 * DAY_MS

/**
 * Everything the exchange has of ours, of one state: what is read one after the other is taken only when nothing has moved
 * meanwhile. Undefined when any part failed, could not be read, or would not hold still.
 */
export const readAccount = async (desk: Desk, sinceMs: Instant): Promise<AccountSnapshot | undefined> => {
  const takenAtMs = desk.client.venueNow()
  const fromMs = Math.max(sinceMs, takenAtMs - HISTORY_MS)
  const before = desk.reader.unreadable
  let held = await readHoldings(desk)
  for (let round = 0; held && round < ROUNDS_MAX; round++) {
    const beside = await readBeside(desk, fromMs)
    const after = beside && (await readHoldings(desk))
    if (!after) return undefined
    if (isSame(held, after)) {
      clearUnreadable(desk.reader, before)
      return { ...after, ...beside, takenAtMs }
    }
    held = after
  }
  return undefined
}

interface Holdings {
  readonly walletBalance: Money
  readonly positions: readonly VenuePosition[]
}

const readHoldings = async (desk: Desk): Promise<Holdings | undefined> => {
  const { dialect, reader, leverage } = desk
  const listings = [...desk.listings.values()]
  const [wallet, positions] = await Promise.all([
    ask(desk, (rest) => dialect.wallet(rest)),
    ask(desk, (rest) => dialect.positions(rest, listings)),
  ])
  if (wallet === undefined || positions === undefined) return undefined
  const read = whole(reader, 'the wallet', { balance: usdtOf(wallet.value) })
  const held = positions.value.map((told) => readPosition(reader, told, leverage))
  if (!read || held.includes(undefined)) return undefined
  return {
    walletBalance: read.balance,
    positions: held.filter((position) => position !== null && position !== undefined),
  }
}

/** Prices move with the market; what was traded shows in quantities, costs and the wallet. */
const isSame = (before: Holdings, after: Holdings): boolean => gist(before) === gist(after)

const gist = ({ walletBalance, positions }: Holdings): string =>
  [walletBalance, ...positions.map(({ symbol, quantity, cost }) => `${symbol} ${quantity} ${cost}`).sort()].join()

type Beside = Pick<AccountSnapshot, 'openOrders' | 'fills' | 'funding'>

const readBeside = async (desk: Desk, fromMs: Instant): Promise<Beside | undefined> => {
  const [openOrders, fills, funding] = await Promise.all([
    readOpenOrders(desk),
    readFillsSince(desk, fromMs),
    readFundingSince(desk, fromMs),
  ])
  return openOrders && fills && funding && { openOrders, fills, funding }
}

/** An open order that cannot be read is left out: it is told as a trouble, and one of ours is asked for by name. */
const readOpenOrders = async (desk: Desk): Promise<VenueOrder[] | undefined> => {
  const { dialect, reader, memory } = desk
  const listings = [...desk.listings.values()]
  const lists = await Promise.all(
    dialect.lists.map((list) => ask(desk, (rest) => dialect.openOrders(rest, listings, list))),
  )
  const orders: VenueOrder[] = []
  for (const told of lists) {
    if (!told) return undefined
    orders.push(...told.value.map((one) => readOrder(reader, memory, one)).filter((order) => order !== undefined))
  }
  return orders
}

const readFillsSince = async (desk: Desk, fromMs: Instant): Promise<VenueFill[] | undefined> => {
  const told = await Promise.all([...desk.listings.values()].map((listing) => executionsSince(desk, listing, fromMs)))
  const fills: VenueFill[] = []
  for (const executions of told) {
    const read = executions && (await readFills(desk, executions))
    if (!read) return undefined
    fills.push(...read)
  }
  return fills.sort((a, b) => a.executedAtMs - b.executedAtMs)
}

const executionsSince = async (desk: Desk, listing: Listing, fromMs: Instant): Promise<ToldFill[] | undefined> => {
  const told: ToldFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await ask(desk, (rest) => desk.dialect.executions(rest, listing, range))
    if (!within) return undefined
    told.push(...within.value)
  }
  return told
}

const readFundingSince = async (desk: Desk, fromMs: Instant): Promise<VenueFunding[] | undefined> => {
  const { dialect, reader } = desk
  const listings = [...desk.listings.values()]
  const paid: VenueFunding[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const told = await ask(desk, (rest) => dialect.funding(rest, listings, range))
    if (!told) return undefined
    const known = told.value.filter(({ native }) => reader.byNative.has(native))
    const read = known.map((one) => readFunding(reader, one))
    if (read.includes(undefined)) return undefined
    paid.push(...read.filter((one) => one !== undefined))
  }
  return paid
}

/** What is happening now is dated by a clock that may be ahead of ours. */
const AHEAD_MS = MINUTE_MS

const windowsFrom = ({ client, dialect }: Desk, fromMs: Instant): TimeRange[] => {
  const endMs = client.venueNow() + AHEAD_MS
  const windowMs = dialect.windowDays * DAY_MS
  const windows: TimeRange[] = []
  for (let atMs = fromMs; atMs < endMs; atMs += windowMs) {
    windows.push({ fromMs: atMs, toMs: Math.min(atMs + windowMs, endMs) })
  }
  return windows
}

const ask = async <T>(
  { client }: Desk,
  work: Parameters<typeof client.call<T>>[0],
): Promise<Extract<Called<T>, { kind: 'answered' }> | undefined> => {
  const called = await client.call(work, { urgency: 'READ' })
  return called.kind === 'answered' ? called : undefined
}
