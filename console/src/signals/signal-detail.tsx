import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatExact, formatReading } from '../figures/numbers.ts'
import { SignedReading } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
import { Figures } from '../ui/figures.tsx'
import { Part } from '../ui/part.tsx'
import { Outcome } from './outcome.tsx'

/** Details of a signal: its source, its plan, and its result. */
export const SignalDetail = ({ of: signal }: { readonly of: Signal }) => (
  <div className="grid gap-4">
    <CandidateLink of={signal} />
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-4">
      <Part title="Plan">
        <Figures
          of={{
            'Reference price': formatExact(signal.reference.price),
            'Average true range': formatExact(signal.reference.atr),
            'Valid until': <When at={signal.validUntil} />,
            'Horizon ends': <When at={signal.plan.horizonEndsAt} />,
            'Round-trip costs': `${formatReading(signal.costReturn * 10_000)} bps`,
          }}
        />
      </Part>
      <Part title="Decided by">
        <Figures of={featureFigures(signal)} />
      </Part>
      <Part title="Probability based on">
        <Figures
          of={{
            'Independent outcomes': formatReading(signal.calibration.effectiveN),
            'Skill vs base rate': formatReading(signal.calibration.brierSkill),
            Family: signal.family.replaceAll('_', ' '),
            'Rule version': signal.definitionVersion,
          }}
        />
      </Part>
      <Part title="Outcome">
        <OutcomeFigures of={signal.outcome} />
      </Part>
    </div>
    <Part title="Patterns completed by this bar">
      <p className="[overflow-wrap:anywhere]">
        {signal.patternIds.length === 0 ? 'None.' : signal.patternIds.join(', ')}
      </p>
    </Part>
    <p className="text-sm [overflow-wrap:anywhere] text-muted">
      {signal.signalId}, raised <When at={signal.createdAt} />, digest <code>{signal.digest}</code>
    </p>
  </div>
)

type Signal = components['schemas']['Signal']

const featureFigures = ({ features, rawScore }: Signal): Readonly<Record<string, ReactNode>> => ({
  ...Object.fromEntries(Object.entries(features).map(([name, value]) => [name, formatReading(value)])),
  'Raw score': formatReading(rawScore),
})

/** Link to the candidate created from the signal, or the reason why there is none. */
const CandidateLink = ({ of: { candidateId, origin, symbol, notTraded } }: { readonly of: Signal }) => {
  if (candidateId !== null) {
    return (
      <p>
        Candidate created from it:{' '}
        <Link href={`/autotrading?candidate=${candidateId}`} className="text-accent underline">
          view decision
        </Link>
      </p>
    )
  }
  if (notTraded === 'LEFT_TO_MANUAL_TRADING') {
    return <p>Not traded: {symbol} is a manual symbol. The signal is tracked to its outcome.</p>
  }
  return (
    <p>
      {origin === 'HISTORY'
        ? 'Received after its bar had closed: not traded.'
        : 'No candidate was created from it: autotrading was off, or had no price or account data yet.'}
    </p>
  )
}

/** Outcome of a signal, with its prices and maximum excursions. */
const OutcomeFigures = ({ of }: { readonly of: SignalOutcome | null }) => {
  if (of === null || of.status === 'LOST') return <Outcome of={of} />
  return (
    <Figures
      of={{
        'Net result': <SignedReading value={of.netR} unit="R" />,
        'Max favourable excursion': <SignedReading value={of.mfeR} unit="R" />,
        'Max adverse excursion': <SignedReading value={-of.maeR} unit="R" />,
        Entry: formatExact(of.entry),
        Exit: formatExact(of.exit),
        'Resolved at': <When at={of.resolvedAt} />,
        'Minutes held': formatReading(of.barsHeld),
        'Order placed': of.shadow ? 'no' : 'yes',
        ...(of.ambiguousBar && { 'Stop and target in one bar': 'the stop counts' }),
      }}
    />
  )
}

type SignalOutcome = components['schemas']['SignalOutcome']
