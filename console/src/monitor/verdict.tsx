import type { components } from '@plimsoll/client'
import { Check, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'

/** Displays a verdict, with its severity as icon, colour and text. */
export const Verdict = ({ verdict, severity }: { readonly verdict: string; readonly severity: Severity }) => {
  const { Icon, colour } = STYLES[severity]
  return (
    <strong className={`${colour} [overflow-wrap:anywhere]`}>
      <Icon aria-hidden="true" strokeWidth={3} className="mr-2 mb-[0.15em] inline size-[1em]" />
      {verdict.replaceAll('_', ' ')}
      <span className="sr-only"> ({severity})</span>
    </strong>
  )
}

export type Severity = components['schemas']['OperatorCompactTruth']['severity']

const STYLES: Readonly<Record<Severity, { readonly Icon: LucideIcon; readonly colour: string }>> = {
  OK: { Icon: Check, colour: 'text-good' },
  INFO: { Icon: Info, colour: 'text-accent' },
  WARN: { Icon: TriangleAlert, colour: 'text-warn' },
  BLOCK: { Icon: X, colour: 'text-bad' },
  CRITICAL: { Icon: X, colour: 'text-bad' },
}
