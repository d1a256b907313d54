/** Entry point of the console. */

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followAppearance } from './preferences/preferences.ts'
import { createSession } from './session/session.ts'
import { registerOfflinePage } from './shell/offline-page.ts'
import './styles.css'

followAppearance()
const place = document.getElementById('console')
if (!place) throw new Error('Invariant: the page has a place for the console')
registerOfflinePage()
createRoot(place).render(
  <StrictMode>
    <App session={createSession()} />
  </StrictMode>,
)
