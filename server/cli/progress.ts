/** Progress line of a long-running command on a terminal. */

import type { Terminal } from './parts.ts'

/** Replaces the progress line on a terminal; prints nothing elsewhere. */
export const showProgress = ({ err, isWatched }: Watched, text: string): void => {
  if (isWatched) err(`${CLEAR}${text}`)
}

type Watched = Pick<Terminal, 'err' | 'isWatched'>

/** Returns to the beginning of the line and clears it. */
const CLEAR = '\r\u001b[K'

/** Clears the progress line. */
export const clearProgress = (terminal: Watched): void => showProgress(terminal, '')
