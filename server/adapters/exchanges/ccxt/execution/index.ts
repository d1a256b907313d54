import { assertNever } from '../../../../core/assert.ts'
import type { Random } from '../../../../core/random.ts'
import type { Clock, ExecutionVenue } from '../../../../engine/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../../engine/venue.ts'
import type { Client } from '../client.ts'
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
    ready: once(async () => {
      const { beforeFirst } = dialect
      if (!beforeFirst) return true
      return (await client.call(beforeFirst, { urgency: 'PROTECT' })).kind === 'answered'
    }),
    tell: teller.tell,
    closed: false,
  }
  const readings = createReadings(desk)
  return {
    open(sink) {
      teller.open(sink)
      void desk.ready()
      present.stream = listenToAccount(desk)
    },
    send(request, heldUp) {
      void answerTo(desk, readings, request, heldUp).then(desk.tell)
    },
    close() {
      desk.closed = true
      teller.close()
      present.stream?.drop('it is being closed')
    },
  }
}

/** Done until it has succeeded once, one at a time. */
const once = (work: () => Promise<boolean>): (() => Promise<void>) => {
  let going: Promise<void> | undefined
  return () => {
    going ??= work().then((done) => {
      if (!done) going = undefined
    })
    return going
  }
}

interface Readings {
  readonly clock: ClockSamples
  account(sinceMs: number): ReturnType<typeof readAccount>
}

/** One reading of the account at a time: two at once would only slow each other down. */
const createReadings = (desk: Desk): Readings => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    clock: { recent: [] },
    account(sinceMs) {
      const reading = last.then(() => (desk.closed ? undefined : readAccount(desk, sinceMs)))
      last = reading.catch(() => {})
      return reading
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
      return { kind: 'orderQueried', venueClientId, queryId, outcome: await lookUp(desk, symbol, venueClientId) }
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
