import { PlimsollError } from '@plimsoll/client'
import { Prose } from '../figures/prose.tsx'

/** What went wrong, why, and what can be done about it. */
export const Problem = ({ error, title }: { readonly error: unknown; readonly title: string }) => (
  <div role="alert" className="rounded border-l-4 border-down bg-raised p-3">
    <p className="font-semibold text-down">{title}</p>
    <p>{error instanceof PlimsollError ? error.detail : String(error)}</p>
    {error instanceof PlimsollError && error.remedy !== '' && (
      <p className="text-muted">
        <Prose>{error.remedy}</Prose>
      </p>
    )}
  </div>
)
