/** Loading of the indicators, which are not part of the first download. */

import { use } from 'react'
import { loadScript } from '../other-scripts.ts'

/** Returns the indicators if a chart has any; suspends until they are loaded. */
export const useIndicatorScript = (isNeeded: boolean): Script | undefined =>
  !isNeeded || loaded ? loaded : use(loadIndicators())

/** Loads the indicators, so that a chart does not wait for them. */
export const loadIndicators = (): Promise<Script> => {
  loading ??= load()
  return loading
}

type Script = typeof import('./indicators.ts')

let loaded: Script | undefined
let loading: Promise<Script> | undefined

const load = async (): Promise<Script> => {
  loaded = await loadScript(() => import('./indicators.ts'))
  return loaded
}
