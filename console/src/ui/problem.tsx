import { PlimsollError } from '@plimsoll/client'
import { Prose } from '../figures/prose.tsx'
import { errorDetail } from '../rest/error-detail.ts'

/** Alert with an error: title, cause and remedy. */
export const Problem = ({ error, title }: { readonly error: unknown; readonly title: string }) => (
  <div role="alert" className="rounded border-l-4 border-bad bg-raised p-3">
    <p className="font-semibold text-bad">{title}</p>
    <p>
      <Prose>{errorDetail(error)}</Prose>
    </p>
    {error instanceof PlimsollError && error.remedy !== '' && (
      <p className="text-muted">
        <Prose>{error.remedy}</Prose>
      </p>
    )}
  </div>
)
