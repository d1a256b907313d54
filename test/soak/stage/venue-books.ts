/** Order at an exchange. A conditional order and the order it triggered are one. */
export interface BookedOrder {
  readonly list: 'regular' | 'conditional'
  readonly clientId: string
  readonly id: string
  /** ID of the market order that a conditional order triggered. */
  readonly becameId: string | null
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly type: string
  readonly status: string
  readonly isOpen: boolean
  readonly isFilled: boolean
  readonly reduceOnly: boolean
  /** In units of 10^-8, as all amounts here. */
  readonly quantity: bigint
  readonly filled: bigint
  /** Instant of acceptance. */
  readonly atMs: number
}

export interface BookedFill {
  readonly id: string
  readonly orderId: string
  readonly symbol: string
  readonly side: 'BUY' | 'SELL'
  readonly price: bigint
  readonly quantity: bigint
  readonly fee: bigint
  readonly atMs: number
}

/** Open orders and positions at an exchange at one moment. */
export interface Standing {
  /** Signed quantities by symbol, without flat positions. */
  readonly positions: ReadonlyMap<string, bigint>
  readonly open: readonly BookedOrder[]
}

/** All records of an account at an exchange. */
export interface VenueBooks extends Standing {
  readonly wallet: bigint
  readonly orders: readonly BookedOrder[]
  /** Fills in order of execution, by symbol. */
  readonly fills: readonly BookedFill[]
}

/** Reads an account directly at an exchange. Rejects without a response. */
export interface VenueReader {
  standing(): Promise<Standing>
  books(): Promise<VenueBooks>
  /** Disconnects all subscribers of the account stream; null where only closing the connection does. */
  readonly cutStream: (() => Promise<unknown>) | null
}

/** Returns the part of a position that no stop covers. */
export const uncoveredIn = ({ positions, open }: Standing, symbol: string): bigint => {
  const held = positions.get(symbol) ?? 0n
  const size = held < 0n ? -held : held
  const closing = held > 0n ? 'SELL' : 'BUY'
  const stops = open.filter(
    (order) =>
      order.list === 'conditional' && order.symbol === symbol && order.side === closing && order.type === 'STOP_MARKET',
  )
  const covered = stops.reduce((sum, { quantity }) => sum + (quantity === 0n ? size : quantity), 0n)
  return covered >= size ? 0n : size - covered
}

/** Returns the orders that could still enlarge a position, or that close one without being its protection. */
export const unprotectiveIn = ({ open }: Standing): readonly BookedOrder[] =>
  open.filter(({ list, reduceOnly }) => list === 'regular' || !reduceOnly)

/**
 * Returns whether the exchange created the order, such as a position stop or a liquidation: it has no client order ID,
 * or one set by the exchange.
 */
export const isOfTheExchange = (clientId: string): boolean => /^(x[0-9a-f]{32}$|autoclose-)/.test(clientId)
