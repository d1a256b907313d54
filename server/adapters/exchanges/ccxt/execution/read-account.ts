import { DAY_MS, type Instant } from '../../../../core/instant.ts'
import type { Money } from '../../../../domain/account/money.ts'
import type { AccountSnapshot, VenuePosition } from '../../../../domain/order/venue-report.ts'
import { ask } from './ask.ts'
import type { Desk } from './desk.ts'
import { readLeverages } from './leverages.ts'
import { readFillsSince, readOpenOrders } from './read-beside.ts'
import { readFundingSince } from './read-funding.ts'
import { readPosition } from './read-position.ts'
import { clearUnreadable, raiseUnreadable, usdtOf, whole } from './reader.ts'

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
  if (!(await readLeverages(desk))) return undefined
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
  const { dialect, reader, slow, leverage } = desk
  const listings = [...desk.listings.values()]
  const [wallet, positions] = await Promise.all([
    ask(desk, (rest) => dialect.wallet(rest)),
    ask(desk, (rest) => dialect.positions(rest, listings)),
  ])
  if (wallet === undefined || positions === undefined) return undefined
  const read = whole(reader, 'the wallet', { balance: usdtOf(wallet.value) })
  const held = positions.value.map((told) => readPosition(reader, told, slow.leverages.get(told.native) ?? leverage))
  if (!read || held.includes(undefined)) return undefined
  const open = held.filter((position) => position !== null && position !== undefined)
  return isOneEach(desk, open) ? { walletBalance: read.balance, positions: open } : undefined
}

/** Where somebody has set hedge mode, long and short of a symbol are two positions, of which our orders could mean either. */
const isOneEach = ({ reader, client }: Desk, positions: readonly VenuePosition[]): boolean => {
  const symbols = positions.map(({ symbol }) => symbol)
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) < index)
  if (twice === undefined) return true
  const remedy = `close both and set one-way mode and cross margin at ${client.dialect.name}`
  raiseUnreadable(reader, `${twice} has two positions at once: ${remedy}.`)
  return false
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
