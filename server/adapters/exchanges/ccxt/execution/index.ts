import { assertNever } from '../../../../core/assert.ts'
import type { Random } from '../../../../core/random.ts'
import type { Clock, ExecutionVenue } from '../../../../engine/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../../engine/venue.ts'
import { answerNothing } from '../../clearing/answer-nothing.ts'
import type { Client } from '../client.ts'
import { harmlessWords } from '../harmless-words.ts'
import type { Listings } from '../listing.ts'
import { cancelOrder } from './cancel.ts'
import type { Desk } from './desk.ts'
import { orderDialectOf } from './dialects/index.ts'
import { lookUp } from './look-up.ts'
import { createOrderMemory } from './order-memory.ts'
import { placeOrder } from './place.ts'
import { listenToAccount, type PrivateStream } from './private-stream.ts'
import { readAccount } from './read-account.ts'
import { type ClockSamples, readTime } from './read-time.ts'
import { createReader } from './reader.ts'
import { createTeller } from './teller.ts'

export { readPermissions } from './permissions.ts'
export { prepareAccount } from './prepare.ts'
export { readTime } from './read-time.ts'

export interface ExchangeVenueParts {
  readonly client: Client
  readonly listings: Listings
  /** What was set for every instrument. */
  readonly leverage: number
  readonly random: Random
  readonly clock: Clock
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number) => Promise<void>
  /** Tells the operator something once. */
  readonly note?: (words: string) => void
}

/** Trades at an exchange of others over the library. The client stays the caller's, and is closed by whoever opened it. */
export const openExchangeVenue = (parts: ExchangeVenueParts): ExecutionVenue => {
  const { client, listings, note = () => {} } = parts
  const dialect = orderDialectOf(client.dialect.id)
  const present: { stream: PrivateStream | undefined } = { stream: undefined }
  const overflowed = (): void => present.stream?.drop('the engine is behind')
  const teller = createTeller({ delay: parts.delay, overflowed })
  const desk: Desk = {
    ...parts,
    dialect,
    reader: createReader(listings, client.troubles, note),
    memory: createOrderMemory(),
    slow: {
      leverages: new Map(),
      leveragesAtMs: 0,
      oneWayAtMs: client.venueNow(),
      others: undefined,
      funding: undefined,
    },
    unlisted: new Set(),
    tell: teller.tell,
    closed: false,
  }
  const readings = createReadings(desk)
  return {
    open(sink) {
      teller.open(sink)
      present.stream = listenToAccount(desk)
    },
    send(request, heldUp) {
      void answerTo(desk, readings, request, heldUp)
        .catch((error: unknown) => answerNothing(request, harmlessWords(error)))
        .then(desk.tell)
    },
    close() {
      desk.closed = true
      teller.close()
      present.stream?.drop('it is being closed')
    },
  }
}

interface Readings {
  readonly clock: ClockSamples
  account(sinceMs: number): ReturnType<typeof readAccount>
  order(symbol: string, venueClientId: string): ReturnType<typeof lookUp>
}

/**
 * One reading of the account at a time: two at once would only slow each other down, and of those that wait the newest is enough.
 * Whoever asks for an order that is being looked for already has the same answer.
 */
const createReadings = (desk: Desk): Readings => {
  let present: Promise<unknown> = Promise.resolve()
  let newest = 0
  const sought = new Map<string, ReturnType<typeof lookUp>>()
  return {
    clock: { recent: [] },
    order(symbol, venueClientId) {
      const under = sought.get(venueClientId)
      if (under) return under
      const looking = lookUp(desk, symbol, venueClientId).finally(() => sought.delete(venueClientId))
      sought.set(venueClientId, looking)
      return looking
    },
    async account(sinceMs) {
      const number = ++newest
      const before = present
      const turn = Promise.withResolvers<void>()
      present = turn.promise
      await before
      try {
        return number === newest && !desk.closed ? await readAccount(desk, sinceMs) : undefined
      } finally {
        turn.resolve()
      }
    },
  }
}

const answerTo = async (
  desk: Desk,
  readings: Readings,
  request: VenueRequest,
  heldUp: (() => string | undefined) | undefined,
): Promise<VenueEvent> => {
  switch (request.kind) {
    case 'submit':
      return placeOrder(desk, request.submission, heldUp)
    case 'cancel': {
      const { symbol, venueClientId } = request
      return { kind: 'cancelAnswered', venueClientId, outcome: await cancelOrder(desk, symbol, venueClientId) }
    }
    case 'queryOrder': {
      const { symbol, venueClientId, queryId } = request
      const outcome = await readings.order(symbol, venueClientId)
      return { kind: 'orderQueried', venueClientId, queryId, outcome }
    }
    case 'readAccount': {
      const { queryId, sinceMs } = request
      return { kind: 'accountRead', queryId, snapshot: (await readings.account(sinceMs)) ?? null }
    }
    case 'readTime':
      return { kind: 'timeRead', queryId: request.queryId, serverTimeMs: await readTime(desk, readings.clock) }
    default:
      return assertNever(request)
  }
}
