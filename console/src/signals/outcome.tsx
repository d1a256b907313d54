import type { components } from '@plimsoll/client'
import { SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'

/** Outcome of a signal: the result after costs and the end reason, or why it is unknown. */
export const Outcome = ({ of }: { readonly of: SignalOutcome | null }) => {
  if (of === null) return <span className="text-muted">{t('open')}</span>
  if (of.status === 'LOST') {
    return (
      <>
        <strong className="text-warn">{t('LOST')}</strong>
        <span className="block min-w-28 text-sm whitespace-normal text-muted">{LOSSES[of.reason]}</span>
      </>
    )
  }
  return (
    <>
      <SignedReading value={Math.round(of.netR * 100) / 100} unit="R" />
      <span className="block text-sm text-muted">{BARRIERS[of.barrier]}</span>
    </>
  )
}

type SignalOutcome = components['schemas']['SignalOutcome']
type Resolved = Extract<SignalOutcome, { status: 'RESOLVED' }>
type Lost = Extract<SignalOutcome, { status: 'LOST' }>

const BARRIERS: Readonly<Record<Resolved['barrier'], string>> = {
  TARGET: t('target reached'),
  STOP: t('stopped out'),
  TIME: t('time limit'),
  EXIT: t('strategy exit'),
}

/** Reasons why a signal can never be scored. */
const LOSSES: Readonly<Record<Lost['reason'], string>> = {
  DATA_GAP: t('a minute of data is missing'),
  CANDLE_CHANGED: t('the candle was revised'),
  ENTRY_PAST_STOP: t('gapped through the stop'),
  ENTRY_PAST_TARGET: t('next open beyond the target'),
  EXIT_BEFORE_ENTRY: t('strategy exit before the entry'),
}
