/** Notices about an emergency stop requested in this browser. */

import type { components } from '@plimsoll/client'
import type { ControlRequests } from './control-requests.ts'

/** Returns the notice about a stop requested here, until the engine reports it. */
export const describeStop = ({ request, status, isConnected, isLate }: StopNewsInputs): string | undefined => {
  if (isConnected && status?.latch.engaged) return undefined
  switch (request?.name) {
    case 'waiting':
      return isLate
        ? `EMERGENCY STOP requested. No response yet; sending it again. ${ELSEWHERE}`
        : 'EMERGENCY STOP requested…'
    case 'answered':
      return isAfter(request.result, status) ? 'EMERGENCY STOP is engaged.' : undefined
    case 'failed':
      return isConnected && status
        ? `EMERGENCY STOP failed: the engine is ${status.state}. Hold the button again. ${ELSEWHERE}`
        : `EMERGENCY STOP not confirmed. ${ELSEWHERE}`
    default:
      return undefined
  }
}

type Schemas = components['schemas']

interface StopNewsInputs {
  readonly request: ControlRequests['stop']
  /** Last status of the engine. */
  readonly status: Standing | undefined
  /** True while the status is being received. */
  readonly isConnected: boolean
  /** True when an answer is overdue. */
  readonly isLate: boolean
}

/** Fields of the engine status that show whether it was stopped. */
interface Standing extends Pick<Schemas['AutotradingStatus'], 'state' | 'asOf'> {
  readonly latch: Pick<Schemas['AutotradingStatus']['latch'], 'engaged'>
}

const ELSEWHERE = 'On the host: `plimsoll stop`'

/** Returns whether a stop was engaged after the last engine status. */
export const isAfter = (
  { latchedAt }: Pick<Schemas['StopResult'], 'latchedAt'>,
  status: Pick<Standing, 'asOf'> | undefined,
): boolean => !(status && Date.parse(status.asOf) > Date.parse(latchedAt))
