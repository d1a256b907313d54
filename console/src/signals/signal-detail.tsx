import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { EventTime } from '../figures/event-time.tsx'
import { formatExact, formatReading } from '../figures/numbers.ts'
import { SignedReading } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Figures } from '../ui/figures.tsx'
import { Part } from '../ui/part.tsx'
import { describeCalibration } from './confidence.tsx'
import { Outcome } from './outcome.tsx'

/** Details of a signal: its source, its plan, and its result. */
export const SignalDetail = ({ of: signal }: { readonly of: Signal }) => (
  <div className="grid gap-4">
    <CandidateLink of={signal} />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-4">
      <Part title={t('Plan')}>
        <Figures
          of={{
            [t('Reference price')]: formatExact(signal.reference.price),
            [t('Average true range')]: formatExact(signal.reference.atr),
            [t('Valid until')]: <EventTime at={signal.validUntil} />,
            [t('Horizon ends')]: <EventTime at={signal.plan.horizonEndsAt} />,
            [t('Round-trip costs')]: `${formatReading(signal.costReturn * 10_000)} bps`,
          }}
        />
      </Part>
      <Part title={t('Decided by')}>
        <Figures of={featureFigures(signal)} />
      </Part>
      <Part title={t('Probability based on')}>
        <Figures
          of={{
            [t('Calibration')]: describeCalibration(signal.calibration),
            [t('Independent outcomes')]: formatReading(signal.calibration.effectiveN),
            [t('Skill vs. base rate')]: formatReading(signal.calibration.brierSkill),
            [t('Family')]: signal.family.replaceAll('_', ' '),
            [t('Rule version')]: signal.definitionVersion,
          }}
        />
      </Part>
      <Part title={t('Outcome')}>
        <OutcomeFigures of={signal.outcome} />
      </Part>
    </div>
    <Part title={t('Patterns on this bar')}>
      <p className="[overflow-wrap:anywhere]">
        {signal.patternIds.length === 0 ? t('None.') : signal.patternIds.join(', ')}
      </p>
    </Part>
    <p className="text-sm [overflow-wrap:anywhere] text-muted">
      {rich('{signalId}, raised {when}, digest {code}', {
        signalId: signal.signalId,
        when: <EventTime at={signal.createdAt} />,
        code: <code>{signal.digest}</code>,
      })}
    </p>
  </div>
)

type Signal = components['schemas']['Signal']

const featureFigures = ({ features, rawScore }: Signal): Readonly<Record<string, ReactNode>> => ({
  ...Object.fromEntries(Object.entries(features).map(([name, value]) => [name, formatReading(value)])),
  [t('Raw score')]: formatReading(rawScore),
})

/** Link to the candidate created from the signal, or the reason why there is none. */
const CandidateLink = ({ of: { candidateId, origin, symbol, notTraded } }: { readonly of: Signal }) => {
  if (candidateId !== null) {
    return (
      <p>
        {rich('Candidate created from it: <link>view decision</link>', {
          link: (text) => (
            <Link href={`/autotrading?candidate=${candidateId}`} className="text-accent underline">
              {text}
            </Link>
          ),
        })}
      </p>
    )
  }
  if (notTraded === 'LEFT_TO_MANUAL_TRADING') {
    return <p>{t('Not traded: {symbol} is a manual symbol. The signal is tracked to its outcome.', { symbol })}</p>
  }
  return (
    <p>
      {origin === 'HISTORY'
        ? t('Received too late, after its bar had closed: not traded.')
        : t('No candidate was created: autotrading was off, or price or account data was missing.')}
    </p>
  )
}

/** Outcome of a signal, with its prices and maximum excursions. */
const OutcomeFigures = ({ of }: { readonly of: SignalOutcome | null }) => {
  if (of === null || of.status === 'LOST') return <Outcome of={of} />
  return (
    <Figures
      of={{
        [t('Net result')]: <SignedReading value={of.netR} unit="R" />,
        [t('Max favourable excursion')]: <SignedReading value={of.mfeR} unit="R" />,
        [t('Max adverse excursion')]: <SignedReading value={-of.maeR} unit="R" />,
        [t('Entry')]: formatExact(of.entry),
        [t('Exit')]: formatExact(of.exit),
        [t('Resolved at')]: <EventTime at={of.resolvedAt} />,
        [t('Minutes held')]: formatReading(of.barsHeld),
        [t('Order placed')]: of.shadow ? t('no') : t('yes'),
        ...(of.ambiguousBar && { [t('Stop and target in one bar')]: t('the stop counts') }),
      }}
    />
  )
}

type SignalOutcome = components['schemas']['SignalOutcome']
