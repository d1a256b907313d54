import type { Instant } from '../../../server/core/instant.ts'
import type { EngineEvent } from '../../../server/engine/model/events.ts'
import type { VenueEvent } from '../../../server/engine/model/venue.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I2: an engine that lacks required data sends no risk-increasing order. */
export const wellInformed = (evidence: Evidence): Invariant => {
  const { data } = evidence.constitution
  const receivedAtMs = new Map<string, Instant>()
  let connected = false
  /** State before the present batch, in which the decision may have come first. */
  let wasConnected = false

  const listAgeLimits = (symbol: string): readonly (readonly [what: string, limitMs: number | null])[] => [
    ['the account', data.maxReconciliationAgeMs],
    [`the book of ${symbol}`, data.maxBookAgeMs],
    ['the private stream', data.maxPrivateStreamAgeMs],
    ...(receivedAtMs.has(`the mark of ${symbol}`) ? ([[`the mark of ${symbol}`, data.maxMarkAgeMs]] as const) : []),
  ]

  const staleness = (symbol: string, atMs: Instant): string[] =>
    listAgeLimits(symbol).flatMap(([what, limitMs]) => {
      const ageMs = atMs - (receivedAtMs.get(what) ?? Number.NEGATIVE_INFINITY)
      return limitMs !== null && ageMs <= limitMs ? [] : [`${what} was updated ${ageMs} ms ago`]
    })

  return {
    onTaken(event) {
      for (const what of newsIn(event)) receivedAtMs.set(what, event.atMs)
      if (event.kind === 'venue' && event.event.kind === 'stream') connected = event.event.state === 'connected'
    },
    onRecovered() {
      receivedAtMs.clear()
      connected = false
      wasConnected = false
    },
    onSettled() {
      wasConnected = connected
    },
    onFact(fact) {
      const order = decidedToIncrease(evidence, fact)
      if (!order) return
      const { symbol } = order.terms
      const faults = [...staleness(symbol, order.createdAtMs), ...doubts(evidence, symbol)]
      if (!connected && !wasConnected) faults.push('the private stream was lost')
      for (const fault of faults) evidence.violate('I2', `${order.venueClientId} was sent although ${fault}`)
    },
  }
}

/** Returns the unconfirmed orders of a symbol according to the journal. */
const doubts = ({ books, constitution }: Evidence, symbol: string): string[] => {
  const unknown = [...books.open].filter(({ uncertain }) => uncertain)
  const matters = unknown.filter(({ terms }) => terms.symbol === symbol)
  const tooMany = unknown.length >= (constitution.data.maxUnknownOutcomes ?? 0) ? unknown : matters
  const differences = [...books.differences].filter(([, on]) => on === symbol)
  return [
    ...tooMany.map(({ venueClientId }) => `the outcome of ${venueClientId} was unknown`),
    ...differences.map(([key]) => `the difference ${key} was open`),
  ]
}

/** Returns the data that an input updates. */
const newsIn = (event: EngineEvent): string[] => {
  if (event.kind === 'venue') return newsOfAccount(event.event)
  return event.kind === 'market' ? newsOfMarket(event) : []
}

const PRIVATE: ReadonlySet<VenueEvent['kind']> = new Set([
  'report',
  'fill',
  'funding',
  'position',
  'heartbeat',
  'stream',
])

const newsOfAccount = (event: VenueEvent): string[] => {
  if (event.kind === 'accountRead') return event.snapshot ? ['the account'] : []
  return PRIVATE.has(event.kind) ? ['the private stream'] : []
}

const newsOfMarket = ({ event }: Extract<EngineEvent, { kind: 'market' }>): string[] => {
  switch (event.kind) {
    case 'markPrice':
      return [`the mark of ${event.markPrice.symbol}`]
    case 'quote':
      return [`the book of ${event.quote.symbol}`]
    case 'bookDelta':
      return [`the book of ${event.delta.symbol}`]
    case 'bookSnapshot':
      return [`the book of ${event.snapshot.symbol}`]
    default:
      return []
  }
}
