import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import type { RawFill, StreamMessage } from '../../server/adapters/exchanges/ccxt/execution/order-dialect.ts'
import { createOrderMemory, type OrderMemory } from '../../server/adapters/exchanges/ccxt/execution/order-memory.ts'
import { isFeeMissing, ownerOfFill, readFill } from '../../server/adapters/exchanges/ccxt/execution/read-fill.ts'
import { readReport } from '../../server/adapters/exchanges/ccxt/execution/read-order.ts'
import { createReader, type Reader } from '../../server/adapters/exchanges/ccxt/execution/reader.ts'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { createTroubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createGrid } from '../../server/core/grid.ts'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import { createInstrument } from '../../server/domain/market/instrument.ts'
import type { VenueFill, VenueReport } from '../../server/domain/order/venue-report.ts'

export interface Steps {
  readonly symbol: string
  readonly native?: string
  readonly tick: string
  /** Lot size in the exchange's quantity unit. */
  readonly step: string
  readonly lot?: string
  readonly contractSize?: string
}

export const buildListing = ({
  symbol,
  native = symbol,
  tick,
  step,
  lot = step,
  contractSize = '1',
}: Steps): Listing => ({
  instrument: createInstrument({ symbol, tickSize: tick, lotSize: lot, minNotional: null, maxLeverage: null }),
  unified: `${symbol.replace('USDT', '')}/USDT:USDT`,
  native,
  amounts: createGrid(step),
  contractSize: decimal(contractSize),
})

/** Reader of these instruments with an empty memory, and its log. */
export interface Reading {
  readonly reader: Reader
  readonly memory: OrderMemory
  readonly notes: string[]
  readonly listings: readonly Listing[]
}

export const beginReading = (...steps: readonly Steps[]): Reading => {
  const listings = steps.map(buildListing)
  const notes: string[] = []
  const troubles = createTroubles(
    () => 0,
    () => {},
  )
  const bySymbol = new Map(listings.map((listing) => [listing.instrument.symbol, listing]))
  return {
    reader: createReader({
      listings: bySymbol,
      troubles,
      takerFeeRate: decimal('0.0005'),
      note: (words) => notes.push(words),
    }),
    memory: createOrderMemory(),
    notes,
    listings,
  }
}

/** Events that a message causes, and the executions whose orders would be queried. */
export interface ReceivedMessage {
  readonly parsed: StreamMessage
  readonly reports: readonly VenueReport[]
  readonly fills: readonly VenueFill[]
  readonly ownerless: readonly RawFill[]
}

/** Processes a message like the running adapter does. */
export const receiveMessage = ({ reader, memory }: Reading, id: ExchangeId, message: unknown): ReceivedMessage => {
  const parsed = getDialect(id).orders.stream.parseMessage(message)
  const reports = (parsed.orders ?? []).map((order) => readReport(reader, memory, order))
  const ownerless: RawFill[] = []
  const fills = (parsed.fills ?? []).map((rawFill) => {
    const owner = ownerOfFill(memory, rawFill)
    const needsOrderQuery = !owner || isFeeMissing(rawFill)
    if (needsOrderQuery) ownerless.push(rawFill)
    return needsOrderQuery ? undefined : readFill(reader, rawFill, owner)
  })
  return {
    parsed,
    reports: reports.filter((report) => report !== undefined),
    fills: fills.filter((fill) => fill !== undefined),
    ownerless,
  }
}
