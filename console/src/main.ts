/** Entry point of the console. Texts and formats are set before the modules that have constants with them. */

import { setDateFormat } from './figures/instants.ts'
import { setNumberFormat } from './figures/numbers.ts'
import { loadMessages } from './messages/load-messages.ts'
import { readChoice } from './preferences/choices.ts'
import './styles.css'

const open = async (): Promise<void> => {
  setNumberFormat(readChoice('numbers'))
  setDateFormat(readChoice('dates'))
  await loadMessages()
  const { start } = await import('./start.tsx')
  start()
}

void open()
