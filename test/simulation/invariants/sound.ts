import { type Order, type OrderTerms, sideSign } from '../../../server/domain/order/order.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** Factor by which a LIMIT order may be further away on its passive side. */
const PASSIVE_TIMES = 10
const BPS = 10_000
/** Maximum lead of a timestamp, after a clock step; a late timestamp only expires sooner. */
const STAMP_AHEAD_MAX_MS = 2_500

/** I2: a sent order is near the mark, does not match an own order, includes its stop, and has a correct timestamp. */
export const sound = (evidence: Evidence): Invariant => {
  /** Known offset of the platform clock at the last comparison. */
  let offMs = 0
  return {
    onTaken(event) {
      const compared = event.kind === 'venue' && event.event.kind === 'timeRead' && event.event.serverTimeMs !== null
      if (compared) offMs = evidence.isHealthy ? Math.abs(evidence.skewMs) : 0
    },
    onRecovered() {
      offMs = 0
    },
    onSubmitted({ venueClientId, signedAtMs, recvWindowMs }) {
      const { recvWindowMs: mostMs } = evidence.constitution.execution
      if (signedAtMs - evidence.nowMs <= STAMP_AHEAD_MAX_MS && recvWindowMs <= mostMs) return
      evidence.violate(
        'I3',
        `${venueClientId} is stamped ${signedAtMs} for ${recvWindowMs} ms: it may be taken too late`,
      )
    },
    onFact(fact) {
      const order = decidedToIncrease(evidence, fact)
      if (!order) return
      const faults = [
        collarFault(evidence, order.terms),
        crossingFault(evidence, order.terms),
        stopFault(order),
        bareFault(evidence, order),
      ]
      if (offMs > (evidence.constitution.data.maxClockErrorMs ?? 0)) faults.push(`by a clock that is ${offMs} ms off`)
      for (const fault of faults) if (fault) evidence.violate('I2', `${order.venueClientId} was let out ${fault}`)
    },
  }
}

const collarFault = ({ constitution, markRange }: Evidence, terms: OrderTerms): string | undefined => {
  const { limits } = constitution
  const { price, type, side, symbol } = terms
  const marks = markRange(symbol)
  const collarBps = type === 'MARKET' ? limits.marketCollarBps : limits.limitCollarBps
  if (price === null || !marks || collarBps === null) return undefined
  const aggressive = side === 'BUY' ? price - marks.highest : marks.lowest - price
  const passive = side === 'BUY' ? marks.lowest - price : price - marks.highest
  const far = aggressive > (marks.highest * collarBps) / BPS
  const tooFar = passive > (marks.highest * collarBps * PASSIVE_TIMES) / BPS
  return far || tooFar ? `at ${price}, too far from the mark of ${marks.lowest} to ${marks.highest}` : undefined
}

const crossingFault = ({ books }: Evidence, terms: OrderTerms): string | undefined => {
  const { price, side, symbol, trigger } = terms
  if (trigger !== null || price === null) return undefined
  const met = [...books.open].find(({ terms: other }) => {
    const rests = other.price !== null && (other.timeInForce === 'GTC' || other.timeInForce === 'POST_ONLY')
    return rests && other.symbol === symbol && other.side !== side && sideSign(side) * (price - (other.price ?? 0)) >= 0
  })
  return met && `at ${price} although our ${met.venueClientId} rests at ${met.terms.price}`
}

const stopFault = ({ plan, terms }: Order): string | undefined => {
  const stop = plan?.stopLoss.price
  const from = terms.price ?? terms.trigger?.price
  if (stop === undefined) return 'without a stop'
  return from !== undefined && sideSign(terms.side) * (from - stop) <= 0
    ? `at ${from} with a stop at ${stop}`
    : undefined
}

/** Returns the fault of a position that has waited too long for its stop. */
const bareFault = ({ books, constitution }: Evidence, { createdAtMs }: Order): string | undefined => {
  for (const [symbol, positionId] of books.lifecycles) {
    const sinceMs = books.positions.get(symbol) === 0 ? undefined : books.unprotected.get(positionId)
    if (sinceMs === undefined || createdAtMs - sinceMs <= constitution.protection.budgetMs) continue
    return `while ${positionId} had no verified stop for ${createdAtMs - sinceMs} ms`
  }
  return undefined
}
