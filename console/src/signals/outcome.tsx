import type { components } from '@plimsoll/client'
import { SignedReading } from '../figures/profit-loss.tsx'

/** Outcome of a signal: the result after costs and the end reason, or why it is unknown. */
export const Outcome = ({ of }: { readonly of: SignalOutcome | null }) => {
  if (of === null) return <span className="text-muted">open</span>
  if (of.status === 'LOST') {
    return (
      <>
        <strong className="text-warn">LOST</strong>
        <span className="block min-w-28 text-sm whitespace-normal text-muted">{LOSSES[of.reason]}</span>
      </>
    )
  }
  return (
    <>
      <SignedReading value={of.netR} unit="R" />
      <span className="block text-sm text-muted">{BARRIERS[of.barrier]}</span>
    </>
  )
}

type SignalOutcome = components['schemas']['SignalOutcome']
type Resolved = Extract<SignalOutcome, { status: 'RESOLVED' }>
type Lost = Extract<SignalOutcome, { status: 'LOST' }>

const BARRIERS: Readonly<Record<Resolved['barrier'], string>> = {
  TARGET: 'target reached',
  STOP: 'stopped out',
  TIME: 'time limit',
  EXIT: 'strategy exit',
}

/** Reasons why a signal can never be scored. */
const LOSSES: Readonly<Record<Lost['reason'], string>> = {
  DATA_GAP: 'a minute of data is missing',
  CANDLE_CHANGED: 'the candle was revised',
  ENTRY_PAST_STOP: 'next open beyond the stop',
  ENTRY_PAST_TARGET: 'next open beyond the target',
  EXIT_BEFORE_ENTRY: 'strategy exit before the entry',
}
