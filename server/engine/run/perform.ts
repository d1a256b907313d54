import { assertNever } from '../../core/assert.ts'
import type { Effect } from '../model/effects.ts'
import type { ExecutionVenue, Lease, StrategyHost, VenueSink } from '../model/ports.ts'
import type { Ledger } from '../state/ledger.ts'
import type { Memory } from '../state/memory.ts'
import { engageSwitch, isStopEngaged, type StopSwitch } from '../state/stop-switch.ts'

export interface Outside {
  readonly venue: ExecutionVenue
  /** Receives notice of effects that were not sent after all. */
  readonly venueSink: VenueSink
  readonly requestBook: (symbol: string) => void
  readonly stopSwitch: StopSwitch
  readonly lease: Pick<Lease, 'held'>
  /** Receives bars for plug-in strategies, if there are any. */
  readonly strategies?: Pick<StrategyHost, 'publish'>
  readonly memory: Pick<Memory, 'failure'>
}

/**
 * Performs an effect whose facts are durable. Stop and lease are checked once more before an increasing order is
 * sent, as the one may have been engaged and the other lost since the decision. An effect that is not durable is performed only if it reduces risk; after a
 * crash the exchange itself reports it.
 */
export const perform = (effect: Effect, ledger: Ledger, outside: Outside): void => {
  const { venue, venueSink, requestBook, stopSwitch, strategies } = outside
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
      const heldUp = () => heldUpBy(effect, ledger, outside)
      const reason = heldUp()
      if (reason !== undefined) return void venueSink.offer({ kind: 'notSent', venueClientId, reason })
      const { signedAtMs, recvWindowMs } = effect
      const submission = { venueClientId, terms, signedAtMs, recvWindowMs, ...(plan && { stopLoss: plan.stopLoss }) }
      return venue.send({ kind: 'submit', submission }, heldUp)
    }
    default:
      return assertNever(effect)
  }
}

const heldUpBy = (
  { order }: Extract<Effect, { kind: 'submitOrder' }>,
  ledger: Ledger,
  { stopSwitch, lease, memory }: Outside,
): 'LATCHED' | 'LEASE_LOST' | 'NOT_DURABLE' | undefined => {
  const { terms, origin } = order.candidate
  if (!terms.reduceOnly && (ledger.latch || isStopEngaged(stopSwitch))) return 'LATCHED'
  if (!terms.reduceOnly && !lease.held()) return 'LEASE_LOST'
  const protects = terms.reduceOnly && (origin === 'GUARDIAN' || origin === 'EMERGENCY_STOP')
  return memory.failure !== null && !protects ? 'NOT_DURABLE' : undefined
}
