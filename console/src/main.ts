/** Entry point of the console. Texts and formats are set before the modules that have constants with them. */

import { setDateFormat } from './figures/instants.ts'
import { setNumberFormat } from './figures/numbers.ts'
import { loadMessages } from './messages/load-messages.ts'
import { t } from './messages/messages.ts'
import { fetchScreenScripts } from './other-scripts.ts'
import { readChoice } from './preferences/choices.ts'
import './styles.css'

const open = async (): Promise<void> => {
  fetchScreenScripts(location.pathname)
  setNumberFormat(readChoice('numbers'))
  setDateFormat(readChoice('dates'))
  await loadMessages()
  const { start } = await import('./start.tsx')
  start()
}

/** Replaces the page by the reason why it is empty, and loads it again. */
const retry = (): void => {
  const reason = document.createElement('p')
  reason.setAttribute('role', 'alert')
  reason.className = 'p-6'
  reason.textContent = t('The console could not be loaded. Trying again…')
  document.getElementById('console')?.replaceChildren(reason)
  setTimeout(() => location.reload(), RETRY_MS)
}

const RETRY_MS = 5_000

open().catch(retry)
