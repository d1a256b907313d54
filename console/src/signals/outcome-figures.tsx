import type { components } from '@plimsoll/client'
import { formatExact, formatReading } from '../figures/numbers.ts'
import { SignedReading } from '../figures/profit-loss.tsx'
import { When } from '../figures/when.tsx'
import { Figures } from '../ui/figures.tsx'
import { Outcome } from './outcome.tsx'

/** Outcome of a signal, with its prices and maximum excursions. */
export const OutcomeFigures = ({ of }: { readonly of: SignalOutcome | null }) => {
  if (of === null || of.status === 'LOST') return <Outcome of={of} />
  return (
    <Figures
      of={{
        'Net result': <SignedReading value={of.netR} unit="R" />,
        'Max favorable excursion': <SignedReading value={of.mfeR} unit="R" />,
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
