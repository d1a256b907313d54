import type { Signal as SignalBody } from '../../contract/signals.ts'
import type { Instant } from '../core/instant.ts'
import type { StoredSignal } from '../engine/model/ports.ts'

/** Remaining validity of a signal, on the market clock. */
export const signalState = (
  { signal: { validUntilMs }, outcome, newest }: Pick<StoredSignal, 'signal' | 'outcome' | 'newest'>,
  marketNowMs: Instant,
): SignalBody['state'] => {
  if (outcome && isStoppedWithin(outcome, validUntilMs)) return 'INVALIDATED'
  if (marketNowMs >= validUntilMs || outcome?.kind === 'RESOLVED') return 'EXPIRED'
  return newest ? 'ACTIVE' : 'SUPERSEDED'
}

const isStoppedWithin = (outcome: NonNullable<StoredSignal['outcome']>, validUntilMs: Instant): boolean =>
  outcome.kind === 'RESOLVED'
    ? outcome.barrier === 'STOP' && outcome.resolvedAtMs < validUntilMs
    : outcome.reason === 'ENTRY_PAST_STOP'
