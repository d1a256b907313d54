import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followLooks } from './preferences/preferences.ts'
import { createSession } from './session/session.ts'
import './styles.css'

followLooks()
const place = document.getElementById('console')
if (!place) throw new Error('Invariant: the page has a place for the console')
createRoot(place).render(
  <StrictMode>
    <App session={createSession()} />
  </StrictMode>,
)
