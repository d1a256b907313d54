import type { Fact } from '../../../server/engine/model/facts.ts'
import type { JournalBooks, JournalOrder } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/**
 * I5: a stop of an open position is cancelled only once the exchange has accepted another one for the whole position,
 * regardless of who stopped or paused the engine; and no cancel of a stop arrives at the exchange that is missing from
 * the journal.
 */
export const stopRetained = (evidence: Evidence): Invariant => {
  const takenBack = new Set<string>()
  return {
    onCancelArrived(venueClientId) {
      const stop = evidence.books.byVenueClientId.get(venueClientId)
      const mayBeLost = evidence.stop.causes.has('STORE_FAILED')
      if (stop?.ours !== true || stop.purpose !== 'STOP_LOSS' || mayBeLost || takenBack.has(stop.orderId)) return
      evidence.violate('I5', `${venueClientId}, a stop, is to be cancelled at the exchange without a journal record`)
    },
    onFact(fact) {
      const stop = stopTakenBack(evidence.books, fact)
      if (stop) takenBack.add(stop.orderId)
      if (stop && !evidence.isBelated) check(evidence, stop)
    },
  }
}

const check = (evidence: Evidence, stop: JournalOrder): void => {
  const { symbol, side } = stop.terms
  const position = evidence.books.positions.get(symbol) ?? 0
  const closes = side === 'SELL' ? position > 0 : position < 0
  const protects = closes && stop.positionId === evidence.books.lifecycles.get(symbol)
  const known = position === evidence.exchange.positions.get(symbol)
  if (!protects || !known || isGone(evidence, stop) || hasAnother(evidence, stop, Math.abs(position))) return
  evidence.violate(
    'I5',
    `${stop.venueClientId} is cancelled from ${position} lots of ${symbol}, and no other stop is open`,
  )
}

const stopTakenBack = ({ orders }: JournalBooks, fact: Fact): JournalOrder | undefined => {
  const order = fact.kind === 'cancelRequested' ? orders.get(fact.orderId) : undefined
  return order?.ours && order.purpose === 'STOP_LOSS' ? order : undefined
}

const ENDED = new Set(['CANCELED', 'EXPIRED', 'REJECTED'])

/** Returns whether the exchange has already ended the order, so that it can no longer be cancelled. */
const isGone = ({ exchange }: Evidence, stop: JournalOrder): boolean =>
  [...exchange.orders.values()].some(
    ({ venueClientId, status }) => venueClientId === stop.venueClientId && ENDED.has(status),
  )

/** Returns whether another stop exists. One that has since vanished counts: its end was not reported. */
const hasAnother = ({ exchange, books }: Evidence, stop: JournalOrder, quantity: number): boolean =>
  [...exchange.orders.values()].some(({ venueClientId, terms, status }) => {
    const same = terms.symbol === stop.terms.symbol && terms.side === stop.terms.side
    const other = books.byVenueClientId.get(venueClientId)
    return other?.purpose === 'STOP_LOSS' && other !== stop && same && terms.quantity >= quantity && !ENDED.has(status)
  })
