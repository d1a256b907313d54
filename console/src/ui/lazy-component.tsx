import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { t } from '../messages/messages.ts'
import { loadScript } from '../other-scripts.ts'
import { PanelErrorBoundary } from './panel-error-boundary.tsx'

/**
 * Returns a component whose script is not part of the first download: it is fetched in an idle moment, or when first
 * rendered. If it cannot be loaded, an error is shown in its place, and the rest of the page remains.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = LOADING,
): ComponentType<Props> => {
  const Part = lazy(async () => ({ default: (await loadScript(load)) as ComponentType<object> }))
  return (props) => (
    <PanelErrorBoundary what={t('This part of the page')}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </PanelErrorBoundary>
  )
}

const LOADING = <p className="p-2 text-sm text-muted">{t('Loading…')}</p>
