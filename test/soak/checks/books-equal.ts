import { sumUnits, toUnits } from '../../support/exact-text.ts'
import type { Json } from '../../support/order-stream.ts'
import { type BookedFill, type BookedOrder, uncoveredIn } from '../stage/venue-books.ts'
import type { EngineBooks, Finding, SettledBooks } from './settled-books.ts'

/** Tolerance of 0.000001 USDT. */
const WALLET_TOLERANCE = 100n

/** I6 and I7: positions, wallet, orders and executions agree with the exchange, and the engine reports the same. */
export const booksEqual = (books: SettledBooks): Finding[] => [
  ...positionFindings(books),
  ...walletFindings(books),
  ...books.venue.orders.flatMap((order) => orderFindings(order, books.engine)),
  ...missingFindings(books),
  ...fillFindings(books),
  ...reconciliationFindings(books.engine),
]

const positionFindings = ({ venue, engine }: SettledBooks): Finding[] => {
  const ours = new Map<string, Json>(engine.positions.map((position) => [position.symbol, position]))
  return [...new Set([...ours.keys(), ...venue.positions.keys()])].flatMap((symbol) => {
    const position = ours.get(symbol)
    const [mine, theirs] = [position ? signedQty(position) : 0n, venue.positions.get(symbol) ?? 0n]
    const uncovered = uncoveredIn(venue, symbol)
    return [
      ...(mine === theirs ? [] : [{ promise: 'I6', words: `we hold ${mine} of ${symbol}, the exchange ${theirs}` }]),
      ...(uncovered === 0n ? [] : [{ promise: 'I5', words: `${uncovered} of ${symbol} has no stop at the end` }]),
      ...(position && position.protection.state !== 'VERIFIED'
        ? [{ promise: 'I5', words: `the protection of ${symbol} is ${position.protection.state} at the end` }]
        : []),
    ]
  })
}

const signedQty = ({ direction, qty }: Json): bigint => (direction === 'LONG' ? toUnits(qty) : -toUnits(qty))

const walletFindings = ({ venue, engine }: SettledBooks): Finding[] => {
  const off = toUnits(engine.walletBalance) - venue.wallet
  if (off <= WALLET_TOLERANCE && off >= -WALLET_TOLERANCE) return []
  return [{ promise: 'I7', words: `our wallet has ${engine.walletBalance}, that of the exchange is off by ${-off}e-8` }]
}

/** Returns the orders of the exchange that are missing in the ledger, or differ there in executed quantity or state. */
const orderFindings = (theirs: BookedOrder, { orders }: EngineBooks): Finding[] => {
  const ours = orders.find(({ venueClientId }) => venueClientId === theirs.clientId)
  if (!ours) return []
  const faults = [
    ...(toUnits(ours.filledQty) === theirs.filled ? [] : [`filled ${ours.filledQty}`]),
    ...(isOpen(ours) === theirs.isOpen ? [] : [`${ours.status}`]),
    ...((ours.status === 'FILLED') === theirs.isFilled ? [] : [`${ours.status}`]),
    ...(ours.exchangeOrderId === null || hasId(theirs, ours.exchangeOrderId) ? [] : [`id ${ours.exchangeOrderId}`]),
  ]
  const has = `${theirs.status} with ${theirs.filled}e-8 filled`
  return faults.length === 0
    ? []
    : [
        {
          promise: 'I6',
          words: `we have ${ours.orderId} as ${faults.join(', ')}; the exchange: ${has}`,
          observed: { ours, theirs },
        },
      ]
}

const hasId = ({ id, becameId }: BookedOrder, exchangeOrderId: string): boolean =>
  exchangeOrderId === id || exchangeOrderId === becameId

const OPEN: readonly string[] = ['NEW', 'UNTRIGGERED', 'TRIGGERED', 'PARTIALLY_FILLED', 'PENDING_CANCEL', 'PENDING_NEW']

const isOpen = ({ status }: Json): boolean => OPEN.includes(status)

/** Returns open orders and executions in the ledger that the exchange does not have. */
const missingFindings = ({ venue, engine }: SettledBooks): Finding[] => {
  const there = new Set(venue.orders.map(({ clientId }) => clientId))
  return engine.orders
    .filter((order) => !there.has(order.venueClientId) && (isOpen(order) || Number(order.filledQty) > 0))
    .map((order) => ({
      promise: 'I6',
      words: `${order.orderId} is ${order.status}, and the exchange does not have it`,
      observed: order,
    }))
}

/** Returns violations where an execution is not booked once, at its price, with its fee. */
const fillFindings = ({ venue, engine }: SettledBooks): Finding[] => {
  const executed = engine.trades.filter(({ qty }) => qty !== null)
  const booked = Map.groupBy(executed, nameOfTrade)
  const missing = venue.fills.flatMap((fill) => {
    const parts = booked.get(nameOfFill(fill)) ?? []
    const same =
      sumUnits(parts.map(({ qty }) => qty)) === fill.quantity &&
      sumUnits(parts.map(({ fee }) => fee)) === fill.fee &&
      parts.every(({ price, side }) => toUnits(price) === fill.price && side === fill.side)
    return same ? [] : [{ promise: 'I6', words: `execution ${fill.id} is booked otherwise`, observed: { fill, parts } }]
  })
  const there = new Set(venue.fills.map(nameOfFill))
  const invented = [...booked.keys()].filter((id) => !there.has(id))
  return [
    ...missing,
    ...invented.map((id) => ({
      promise: 'I6',
      words: `execution ${id} is not one of the exchange`,
      observed: booked.get(id),
    })),
  ]
}

/** Returns the execution ID, which includes the symbol for exchanges that number executions by symbol. */
const nameOfTrade = ({ symbol, exchangeExecId }: Json): string => `${symbol} ${exchangeExecId.split(':').at(-1)}`

const nameOfFill = ({ symbol, id }: BookedFill): string => `${symbol} ${id}`

const reconciliationFindings = ({ portfolio: { reconciliation, dayPnl } }: EngineBooks): Finding[] => {
  const { status, differences } = reconciliation
  return [
    ...(status === 'OK' && differences === 0
      ? []
      : [{ promise: 'I7', words: `the engine reports ${status}, ${differences} differences` }]),
    ...(toUnits(dayPnl.adjustments) === 0n
      ? []
      : [{ promise: 'I7', words: `${dayPnl.adjustments} USDT were adjusted without a reason in the ledger` }]),
  ]
}
