/** Entry point of the console. */

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followAppearance } from './preferences/preferences.ts'
import { createSession } from './session/session.ts'
import './styles.css'

/** Registers the service worker that shows an explanatory page when the console cannot be loaded. */
const registerOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => navigator.serviceWorker.register('/offline-worker.js')
  addEventListener('load', () => void register().catch(() => {}), { once: true })
}

followAppearance()
const place = document.getElementById('console')
if (!place) throw new Error('Invariant: the page has a place for the console')
registerOfflinePage()
createRoot(place).render(
  <StrictMode>
    <App session={createSession()} />
  </StrictMode>,
)
