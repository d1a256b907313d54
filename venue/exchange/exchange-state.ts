/**
 * State and options that the Binance and Bybit APIs of the local exchange share: clock, market board, account, order
 * desk, faults and streams.
 */

import { createRandom, type Random } from '../../server/core/random.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import { type AccountBook, createAccountBook } from './account/account-book.ts'
import type { AccountNews } from './account/fold-events.ts'
import { createOrderDesk, type OrderDesk } from './account/order-desk.ts'
import { restoreBook } from './account/restore-book.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from './faults/wire-fault-plan.ts'
import { beginFaults, type WireFaults } from './faults/wire-faults.ts'
import { createMarketBoard, type MarketBoard } from './market/market-board.ts'
import type { LocalExchange } from './ports.ts'
import type { Credentials } from './server/credentials.ts'
import { createStreamHub, type StreamHub } from './server/stream-hub.ts'

/** Parts that routes and streams of both APIs use. */
export interface ExchangeState {
  readonly exchange: LocalExchange
  /** Time of the exchange, including the skew of the fault plan. */
  readonly clock: Clock
  readonly board: MarketBoard
  readonly book: AccountBook
  readonly desk: OrderDesk
  readonly faults: WireFaults
  readonly hub: StreamHub
  /** Publishes on the account streams. */
  readonly publish: (news: AccountNews) => void
  readonly fail: (error: Error) => void
}

/** Listen address, accepted key, listed symbols and injected faults. */
export interface ServerOptions extends Credentials {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Symbols to list; empty lists every symbol of the market. */
  readonly symbols: readonly string[]
  readonly faults?: WireFaultPlan
}

/** External dependencies of this program. */
export interface VenueSources {
  readonly clock: Clock
  /** Uniform in [0, 1), for IDs and keys. */
  readonly random: Random
}

interface StateParts extends Pick<Parameters<typeof createAccountBook>[0], 'toWireId'> {
  readonly options: ServerOptions
  readonly sources: VenueSources
  readonly hidesFailedMakers: boolean
}

/** Creates the shared state, with the stored account. */
export const createExchangeState = (
  exchange: LocalExchange,
  { options, sources, hidesFailedMakers, ...names }: StateParts,
): Omit<ExchangeState, 'publish' | 'fail'> => {
  const { store, changePosition, records, source, account } = exchange
  const { faults: plan = NO_WIRE_FAULTS } = options
  const faults = beginFaults(plan, plan.seed === null ? sources.random : createRandom(plan.seed))
  const instruments = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument]))
  const book = createAccountBook({ changePosition, instruments, wallet: records.openingBalance, ...names })
  restoreBook(book, records, store)
  return {
    exchange,
    clock: () => sources.clock() + plan.clockSkewMs,
    board: createMarketBoard(options.symbols),
    book,
    desk: createOrderDesk({ account, book, store, clock: sources.clock, hidesFailedMakers }),
    faults,
    hub: createStreamHub(faults),
  }
}
