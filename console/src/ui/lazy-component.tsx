import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { t } from '../messages/messages.ts'
import { fetchOtherScripts, loadScript } from '../other-scripts.ts'
import { PanelErrorBoundary } from './panel-error-boundary.tsx'

/**
 * Returns a component whose script is not part of the first download: it is loaded when first rendered, or before by
 * `preload`, so that `fallback` is not shown. If it cannot be loaded, an error about `what` is shown in its place, and
 * the rest of the page remains.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = LOADING, what = t('This part of the page'), fetch = fetchOtherScripts }: LazyOptions = {},
): ComponentType<Props> & { preload(): void } => {
  let script: Promise<ComponentType<Props>> | undefined
  const loadOnce = (): Promise<ComponentType<Props>> => {
    script ??= loadScript(load, fetch)
    return script
  }
  const Part = (props: Props) => {
    const Loaded = use(loadOnce())
    return <Loaded {...props} />
  }
  const Lazy = (props: Props) => (
    <PanelErrorBoundary what={what}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </PanelErrorBoundary>
  )
  return Object.assign(Lazy, { preload: () => void loadOnce() })
}

interface LazyOptions {
  readonly fallback?: ReactNode
  readonly what?: string
  /** Starts the download of the script and its imports. */
  readonly fetch?: () => void
}

const LOADING = <p className="p-2 text-sm text-muted">{t('Loading…')}</p>
