import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { t } from '../messages/messages.ts'
import { Problem } from './problem.tsx'

/**
 * Error boundary with an error message: a failure inside leaves the rest of the page, such as the emergency stop,
 * unaffected.
 */
export const PanelErrorBoundary = ({ what, children }: PanelErrorBoundaryProps) => (
  <ErrorBoundary
    fallbackRender={({ error }) => (
      <div className="grid justify-items-start gap-2">
        <Problem title={t('{what} cannot be shown', { what })} error={error} />
        <button type="button" className="quiet-button" onClick={() => location.reload()}>
          {t('Reload page')}
        </button>
      </div>
    )}
  >
    {children}
  </ErrorBoundary>
)

interface PanelErrorBoundaryProps {
  /** Name of the content, with which the error title begins: "The chart". */
  readonly what: string
  readonly children: ReactNode
}
