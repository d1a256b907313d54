/**
 * Performs the effects of the engine: sends requests to the exchange, engages the stop switch, and sends bars to
 * plug-in strategies.
 */

import { assertNever } from '../../core/assert.ts'
import { isFresh } from '../../core/instant.ts'
import type { Effect } from '../model/effects.ts'
import type { Clock, ExecutionVenue, Lease, StrategyHost, VenueSink } from '../model/ports.ts'
import type { Memory } from '../state/memory.ts'
import { engageSwitch, isStopEngaged, type StopSwitch } from '../state/stop-switch.ts'
import type { EngineState } from '../state/turn.ts'
import { estimateVenueTime } from '../trading/clock.ts'

/**
 * Performs an effect whose facts are durable. A request is signed when it is sent, because the commit may take longer
 * than a request is valid. Before an increasing order is sent, stop, lease and age of the decision are checked once
 * more, since any of them may have changed. An effect that is not durable is performed only if it reduces risk; after a
 * crash, the exchange itself reports it.
 */
export const perform = (effect: Effect, state: Performing, outside: Outside): void => {
  const { venue, venueSink, clock, requestBook, stopSwitch, strategies } = outside
  switch (effect.kind) {
    case 'requestBook':
      return requestBook(effect.symbol)
    case 'engageStop':
      engageSwitch(stopSwitch, effect.stop)
      return
    case 'tellStrategies':
      return strategies?.publish(effect.message)
    case 'askVenue':
      return venue.send(effect.request)
    case 'submitOrder': {
      const { venueClientId, terms, plan } = effect.order.candidate
      const getBlocker = () => findBlocker(effect, state, outside)
      const reason = getBlocker()
      if (reason !== undefined) return void venueSink.offer({ kind: 'notSent', venueClientId, reason })
      const { recvWindowMs } = effect
      const signedAtMs = estimateVenueTime(state.session, clock())
      const submission = { venueClientId, terms, signedAtMs, recvWindowMs, ...(plan && { stopLoss: plan.stopLoss }) }
      venueSink.offer({ kind: 'sent', venueClientId })
      return venue.send({ kind: 'submit', submission }, getBlocker)
    }
    default:
      return assertNever(effect)
  }
}

export interface Outside {
  readonly venue: ExecutionVenue
  readonly clock: Clock
  /** Receives an event for each request that was sent or withheld. */
  readonly venueSink: VenueSink
  readonly requestBook: (symbol: string) => void
  readonly stopSwitch: StopSwitch
  readonly lease: Pick<Lease, 'held'>
  /** Receives bars for plug-in strategies, if there are any. */
  readonly strategies?: Pick<StrategyHost, 'publish'>
  readonly memory: Pick<Memory, 'failure'>
}

/** State on which the performance of an effect depends. */
export type Performing = Pick<EngineState, 'ledger' | 'session'>

const findBlocker = (
  { order, decidedAtMs, recvWindowMs }: Extract<Effect, { kind: 'submitOrder' }>,
  { ledger }: Performing,
  { clock, stopSwitch, lease, memory }: Outside,
): 'LATCHED' | 'LEASE_LOST' | 'DECISION_EXPIRED' | 'NOT_DURABLE' | undefined => {
  const { terms, origin } = order.candidate
  if (!terms.reduceOnly && (ledger.latch || isStopEngaged(stopSwitch))) return 'LATCHED'
  if (!terms.reduceOnly && !lease.held()) return 'LEASE_LOST'
  if (!terms.reduceOnly && !isFresh(decidedAtMs, clock(), recvWindowMs)) return 'DECISION_EXPIRED'
  const protects = terms.reduceOnly && (origin === 'GUARDIAN' || origin === 'EMERGENCY_STOP')
  return memory.failure !== null && !protects ? 'NOT_DURABLE' : undefined
}
