import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Problem } from './problem.tsx'

interface Containing {
  /** What is lost if it cannot be shown, at the beginning of a sentence. */
  readonly what: string
  readonly children: ReactNode
}

/** What fails in here takes nothing else with it: the bar with its stop least of all. */
export const Contained = ({ what, children }: Containing) => (
  <ErrorBoundary
    fallbackRender={({ error }) => (
      <div className="grid justify-items-start gap-2">
        <Problem title={`${what} cannot be shown`} error={error} />
        <button type="button" className="quiet-button" onClick={() => location.reload()}>
          Load the page anew
        </button>
      </div>
    )}
  >
    {children}
  </ErrorBoundary>
)
