import type { components } from '@plimsoll/client'

type EngineState = components['schemas']['AutotradingStatus']['state']

/** Whether autotrading has come to a standstill that a person has to end. */
export const isHalted = (state: EngineState | undefined): boolean => state === 'HALTED' || state === 'STOPPED'

/** The colour of a state: good while it runs, bad where it stands still, a warning for what is between. */
export const engineColour = (state: EngineState): string => {
  if (state === 'RUNNING') return 'text-good'
  return isHalted(state) ? 'text-bad' : 'text-warn'
}
