import type { Exchange } from 'ccxt'
import type { VenueEvent } from '../../../../engine/model/venue.ts'
import type { Client } from '../client.ts'
import type { VenueFault } from '../error-codes.ts'
import { getDialect } from '../exchanges/index.ts'
import type { Listing } from '../listing.ts'
import { createTroubles } from '../troubles.ts'
import type { Desk } from './desk.ts'
import type { OrderDialect, RawFill, RawFunding, RawOrder, RawPosition } from './order-dialect.ts'
import { createOrderMemory } from './order-memory.ts'
import { AT_MS, aReader, SOME_LISTINGS } from './reading-fixture.ts'

/** In-memory exchange that returns what a test defines and counts its requests. */
export interface Oracle {
  wallet: unknown
  positions: readonly RawPosition[]
  hedged: boolean
  openOrders: readonly RawOrder[]
  /** Zero lists the orders of all instruments. */
  ordersBySymbolUpTo: number
  fills: readonly RawFill[]
  funding: readonly RawFunding[]
  /** Orders that can be found by their own IDs. */
  orders: readonly RawOrder[]
  /** Called at each query, before it is answered. */
  onQuery(question: string): void
}

/** Thrown by the in-memory exchange: a refusal. */
export class Refusal extends Error {
  readonly fault: VenueFault

  constructor(code: string) {
    super(code)
    this.fault = { code, message: 'said the exchange' }
  }
}

export const anOracle = (overrides: Partial<Oracle> = {}): Oracle => ({
  wallet: '1000',
  positions: [],
  hedged: false,
  openOrders: [],
  ordersBySymbolUpTo: 0,
  fills: [],
  funding: [],
  orders: [],
  onQuery: () => {},
  ...overrides,
})

/**
 * Returns a client with a library provided by the test. A thrown `Refusal` counts as refused, any other error as
 * unknown.
 */
export const aClient = (rest: object, more: Partial<Client> = {}): Client => ({
  dialect: getDialect('binanceusdm'),
  hasKeys: true,
  rest: rest as Exchange,
  troubles: createTroubles(
    () => AT_MS,
    () => {},
  ),
  unlisted: { report: () => {} },
  openStreams: () => Promise.reject(new Error('there are none')),
  async call(work, { getBlocker }) {
    const reason = getBlocker?.()
    if (reason !== undefined) return { kind: 'notSent', reason }
    try {
      return { kind: 'answered', value: await work(rest as Exchange) }
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'refused', fault: error.fault }
      return { kind: 'unclear', reason: String(error) }
    }
  },
  venueNow: () => AT_MS,
  setOffset: () => {},
  close: async () => {},
  ...more,
})

/** Returns a desk connected to an oracle, its published events, and a clock set by hand. */
export const aDesk = (
  oracle: Oracle,
): { desk: Desk; venueEvents: VenueEvent[]; clock: { nowMs: number }; notes: string[] } => {
  const { reader, troubles, notes } = aReader()
  const venueEvents: VenueEvent[] = []
  const clock = { nowMs: AT_MS }
  const client = aClient({}, { troubles, venueNow: () => clock.nowMs })
  const desk: Desk = {
    client,
    dialect: dialectAt(oracle),
    listings: SOME_LISTINGS,
    reader,
    memory: createOrderMemory(),
    slow: {
      leverages: new Map(),
      leveragesAtMs: 0,
      oneWayAtMs: 0,
      others: undefined,
      elsewhere: undefined,
      funding: undefined,
    },
    unlisted: new Set(),
    leverage: 10,
    random: () => 0.5,
    clock: () => clock.nowMs,
    monotonic: () => clock.nowMs,
    delay: async () => {},
    publish: (event) => void venueEvents.push(event),
    closed: false,
  }
  return { desk, venueEvents, clock, notes }
}

/** Returns whether an order is part of the list: listed by instrument, orders in others are not included. */
const isAmong = (listings: readonly Listing[] | undefined, { ordersBySymbolUpTo }: Oracle, order: RawOrder): boolean =>
  !listings || listings.length > ordersBySymbolUpTo || listings.some(({ native }) => native === order.native)

const dialectAt = (oracle: Oracle): OrderDialect => {
  const respond = async <T>(question: string, answer: () => T): Promise<T> => {
    oracle.onQuery(question)
    return answer()
  }
  return {
    lists: ['regular', 'conditional'],
    attachesStops: false,
    windowDays: 7,
    executionsBySymbol: true,
    ordersBySymbolUpTo: oracle.ordersBySymbolUpTo,
    extras: () => ({}),
    cancel: () => respond('cancel', () => undefined),
    readPlaced: () => {
      throw new Error('nothing is placed here')
    },
    openOrders: (_rest, listings, list) =>
      respond(`openOrders ${list}${listings ? '' : ' everywhere'}`, () =>
        oracle.openOrders.filter((order) => order.list === list && isAmong(listings, oracle, order)),
      ),
    findOrder: (_rest, { list, name }) =>
      respond(`findOrder ${list}`, () => {
        const match = oracle.orders.find(
          (order) => order.list === list && (name.by === 'us' ? order.clientId : order.id) === name.id,
        )
        if (!match) throw new Refusal('-2013')
        return match
      }),
    orderExecutions: (_rest, _listing, orderId) =>
      respond('executionsOf', () => oracle.fills.filter((fill) => fill.orderId === orderId)),
    executions: (_rest, _listing, { fromMs, toMs }) =>
      respond('executions', () => oracle.fills.filter(({ atMs }) => Number(atMs) >= fromMs && Number(atMs) < toMs)),
    funding: () => respond('funding', () => oracle.funding),
    wallet: () => respond('wallet', () => oracle.wallet),
    positions: () => respond('positions', () => oracle.positions),
    stream: {
      authenticate: async () => {},
      watches: [],
      subscriptions: 0,
      isPrivate: () => false,
      parseMessage: () => ({}),
    },
    account: {
      isHedged: () => respond('isHedged', () => oracle.hedged),
      setOneWay: async () => {},
      isMultiAsset: async () => false,
      setCrossMargin: async () => {},
      setLeverage: async () => {},
      permissions: async () => ({
        trade: true,
        withdraw: false,
        transfer: false,
        boundToAddresses: true,
        expiresAtMs: null,
      }),
    },
  }
}
