/**
 * Trading at an external exchange through CCXT: the execution venue, account preparation, key permissions and clock.
 */

import { assertNever } from '../../../../core/assert.ts'
import type { Decimal } from '../../../../core/decimal.ts'
import type { Random } from '../../../../core/random.ts'
import type { ExchangeId } from '../../../../domain/market/exchanges.ts'
import type { Clock, ExecutionVenue } from '../../../../engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../../engine/model/venue.ts'
import { answerUnknown } from '../../clearing/outbox.ts'
import type { Client } from '../client.ts'
import { getDialect } from '../exchanges/index.ts'
import type { Listings } from '../listing.ts'
import { redactError } from '../redact-error.ts'
import { type Desk, deskForReading, deskForSafety } from './desk.ts'
import { createEventBuffer } from './event-buffer.ts'
import { createOrderMemory, rememberOwner } from './order-memory.ts'
import { cancelOrder, placeOrder } from './place.ts'
import { listenToAccount, type PrivateStream } from './private-stream.ts'
import { queryOrder } from './query-order.ts'
import { readAccount } from './read-account.ts'
import { type ClockSamples, readTime } from './read-time.ts'
import { createReader } from './reader.ts'

export { readPermissions } from './permissions.ts'
export { prepareAccount } from './prepare.ts'
export { readTime } from './read-time.ts'

/**
 * Creates the execution venue of an external exchange, which places, cancels and queries orders and reads the account.
 * The client belongs to the caller, who also closes it.
 */
export const openExchangeVenue = (parts: ExchangeVenueParts): ExecutionVenue => {
  const { client, listings, connection, note = () => {} } = parts
  const dialect = client.dialect.orders
  const present: { stream: PrivateStream | undefined } = { stream: undefined }
  const overflowed = (): void => present.stream?.drop('the engine is behind')
  const buffer = createEventBuffer({ delay: parts.delay, overflowed })
  const desk: Desk = {
    ...parts,
    dialect,
    reader: createReader({ listings, troubles: client.troubles, takerFeeRate: parts.takerFeeRate, note }),
    memory: createOrderMemory(),
    slow: {
      leverages: new Map(),
      leveragesAtMs: 0,
      oneWayAtMs: client.venueNow(),
      others: undefined,
      elsewhere: undefined,
      funding: undefined,
    },
    unlisted: new Set(),
    publish: buffer.publish,
    closed: false,
  }
  const readings = createReadings(desk)
  const listen = (): void => {
    present.stream = listenToAccount(desk)
  }
  const onConnected = (): void => {
    if (desk.closed) return
    desk.publish({ kind: 'connection', state: 'established' })
    listen()
  }
  return {
    open(sink, known = []) {
      for (const { exchangeOrderId, venueClientId } of known) {
        rememberOwner(desk.memory, exchangeOrderId, { venueClientId, kind: 'TRADE' })
      }
      buffer.open(sink)
      if (!connection?.isAwaited()) return listen()
      desk.publish({ kind: 'connection', state: 'awaited' })
      void connection.established.then(onConnected)
    },
    send(request, getBlocker) {
      if (connection?.isAwaited()) return desk.publish(answerUnsent(request, `${client.dialect.name} ${NOT_REACHED}`))
      void answerTo(desk, readings, request, getBlocker)
        .catch((error: unknown) => answerUnknown(request, redactError(error)))
        .then(desk.publish)
    },
    close() {
      desk.closed = true
      buffer.close()
      present.stream?.drop('it is being closed')
    },
  }
}

const NOT_REACHED = 'has not been reached since the start'

/** Returns the response to a request that was not sent: an order was certainly not placed, all else is unknown. */
const answerUnsent = (request: VenueRequest, reason: string): VenueEvent =>
  request.kind === 'submit'
    ? { kind: 'notSent', venueClientId: request.submission.venueClientId, reason }
    : answerUnknown(request, reason)

/** Returns whether an exchange sets a stop together with the entry. */
export const attachesStops = (id: ExchangeId): boolean => getDialect(id).orders.attachesStops

export interface ExchangeVenueParts {
  readonly client: Client
  readonly listings: Listings
  /** Leverage set for every instrument. */
  readonly leverage: number
  /** Expected fee rate of an execution whose fee the exchange does not report. */
  readonly takerFeeRate: Decimal
  readonly random: Random
  readonly clock: Clock
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  /** Reports something to the operator once. */
  readonly note?: (words: string) => void
  /** Connection that may be established later; while it is awaited, nothing is sent. */
  readonly connection?: { isAwaited(): boolean; readonly established: Promise<void> }
}

interface Readings {
  readonly clock: ClockSamples
  account(question: ReadAccount): ReturnType<typeof readAccount>
  order(question: QueryOrder): ReturnType<typeof queryOrder>
}

type ReadAccount = Extract<VenueRequest, { kind: 'readAccount' }>
type QueryOrder = Extract<VenueRequest, { kind: 'queryOrder' }>

/** Creates the readings; callers that request an order already being queried share the response. */
const createReadings = (desk: Desk): Readings => {
  const sought = new Map<string, ReturnType<typeof queryOrder>>()
  return {
    clock: { recent: [] },
    order({ symbol, venueClientId, urgent }) {
      const under = sought.get(venueClientId)
      if (under) return under
      const query = queryOrder(urgent ? deskForSafety(desk) : desk, symbol, venueClientId).finally(() =>
        sought.delete(venueClientId),
      )
      sought.set(venueClientId, query)
      return query
    },
    account: oneAtATime(desk),
  }
}

/**
 * Runs one account reading at a time, because concurrent readings would slow each other down. The same query shares the
 * result; a different one cancels the reading in progress, which no caller needs any longer.
 */
const oneAtATime = (desk: Desk): Readings['account'] => {
  let present: Promise<unknown> = Promise.resolve()
  let newest: { readonly queryId: number; readonly reading: ReturnType<typeof readAccount> } | undefined
  return ({ queryId, sinceMs, urgent }) => {
    if (newest?.queryId === queryId) return newest.reading
    const isWanted = (): boolean => newest?.reading === reading && !desk.closed
    const read = () => {
      const reader = deskForReading(urgent ? deskForSafety(desk) : desk, isWanted)
      return isWanted() ? readAccount(reader, sinceMs) : undefined
    }
    const reading = present.then(read).finally(() => {
      if (newest?.reading === reading) newest = undefined
    })
    present = reading.catch(() => {})
    newest = { queryId, reading }
    return reading
  }
}

const answerTo = async (
  desk: Desk,
  readings: Readings,
  request: VenueRequest,
  getBlocker: (() => string | undefined) | undefined,
): Promise<VenueEvent> => {
  switch (request.kind) {
    case 'submit':
      return placeOrder(desk, request.submission, getBlocker)
    case 'cancel': {
      const { symbol, venueClientId } = request
      return { kind: 'cancelAnswered', venueClientId, outcome: await cancelOrder(desk, symbol, venueClientId) }
    }
    case 'queryOrder': {
      const { venueClientId, queryId } = request
      const outcome = await readings.order(request)
      return { kind: 'orderQueried', venueClientId, queryId, outcome }
    }
    case 'readAccount': {
      const { queryId } = request
      return { kind: 'accountRead', queryId, snapshot: (await readings.account(request)) ?? null }
    }
    case 'readTime':
      return { kind: 'timeRead', queryId: request.queryId, serverTimeMs: await readTime(desk, readings.clock) }
    default:
      return assertNever(request)
  }
}
