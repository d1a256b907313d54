import type { components } from '@plimsoll/client'

/** Displays a verdict, with its severity as icon, colour and text. */
export const Verdict = ({ verdict, severity }: { readonly verdict: string; readonly severity: Severity }) => {
  const { mark, colour } = STYLES[severity]
  return (
    <strong className={`${colour} [overflow-wrap:anywhere]`}>
      <span aria-hidden="true" className="mr-2 inline-block w-[1em] text-center">
        {mark}
      </span>
      {verdict.replaceAll('_', ' ')}
      <span className="sr-only"> ({severity})</span>
    </strong>
  )
}

export type Severity = components['schemas']['OperatorCompactTruth']['severity']

const STYLES: Readonly<Record<Severity, { readonly mark: string; readonly colour: string }>> = {
  OK: { mark: '✓', colour: 'text-good' },
  INFO: { mark: 'i', colour: 'text-accent' },
  WARN: { mark: '!', colour: 'text-warn' },
  BLOCK: { mark: '✕', colour: 'text-bad' },
  CRITICAL: { mark: '✕', colour: 'text-bad' },
}
