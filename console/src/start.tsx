import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followAppearance } from './preferences/preferences.ts'
import { preloadScreen } from './screen-views.ts'
import { createSession } from './session/session.ts'

/** Renders the console. */
export const start = (): void => {
  preloadScreen(location.pathname)
  followAppearance()
  const place = document.getElementById('console')
  if (!place) throw new Error('Invariant: the page has a place for the console')
  registerOfflinePage()
  createRoot(place, { onRecoverableError: (error) => reportError(readCause(error)) }).render(
    <StrictMode>
      <App session={createSession()} />
    </StrictMode>,
  )
}

/** Returns what a component threw in a render that React then repeated. */
const readCause = (error: unknown): unknown => (error instanceof Error && error.cause) || error

/** Registers the service worker that shows an explanatory page when the console cannot be loaded. */
const registerOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/offline-worker.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
