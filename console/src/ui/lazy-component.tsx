import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { t } from '../messages/messages.ts'
import { fetchOtherScripts } from '../other-scripts.ts'

/**
 * Returns a component whose script is not part of the first download: it is fetched in an idle moment, or when first
 * rendered.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = LOADING,
): ComponentType<Props> => {
  const Part = lazy(async (): Promise<{ default: ComponentType<object> }> => {
    fetchOtherScripts()
    return { default: (await load()) as ComponentType<object> }
  })
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}

const LOADING = <p className="p-2 text-sm text-muted">{t('Loading…')}</p>
