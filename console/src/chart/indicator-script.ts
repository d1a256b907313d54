/** Loading of the indicators, which are not part of the first download. */

import { use } from 'react'
import { loadScript } from '../other-scripts.ts'

/** Returns the indicators if a chart has any; suspends until they are loaded. */
export const useIndicatorScript = (isNeeded: boolean): Script | undefined =>
  isNeeded ? use(loadIndicators()) : undefined

/** Loads the indicators, so that a chart does not wait for them. */
export const loadIndicators = (): Promise<Script> => {
  script ??= loadScript(() => import('./indicators.ts'))
  return script
}

type Script = typeof import('./indicators.ts')

let script: Promise<Script> | undefined
