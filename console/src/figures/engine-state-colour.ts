/** Colour of an engine state, and whether it is halted. */

import type { components } from '@plimsoll/client'

/** Returns the colour of an engine state: good while running, bad when halted, a warning in between. */
export const engineStateColour = (state: EngineState): string => {
  if (state === 'RUNNING') return 'text-good'
  return isHalted(state) ? 'text-bad' : 'text-warn'
}

type EngineState = components['schemas']['AutotradingStatus']['state']

/** Returns whether autotrading is halted until an operator resumes it. */
export const isHalted = (state: EngineState | undefined): boolean => state === 'HALTED' || state === 'STOPPED'
