/** Entry point of the console. The texts are loaded before the modules that have constants with texts. */

import { loadMessages } from './messages/load-messages.ts'
import './styles.css'

const open = async (): Promise<void> => {
  await loadMessages()
  const { start } = await import('./start.tsx')
  start()
}

void open()
