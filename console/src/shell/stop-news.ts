/** Notices about an emergency stop requested in this browser. */

import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'
import type { ControlRequests } from './control-requests.ts'

/** Returns the notice about a stop requested here, until the engine reports it. */
export const describeStop = ({ request, status, isConnected, isLate }: StopNewsInputs): string | undefined => {
  if (isConnected && status?.latch.engaged) return undefined
  switch (request?.name) {
    case 'waiting':
      return isLate
        ? t('EMERGENCY STOP requested. No response yet; sending it again. {elsewhere}', { elsewhere: ELSEWHERE })
        : t('EMERGENCY STOP requested…')
    case 'answered':
      return isAfter(request.result, status) ? t('EMERGENCY STOP is engaged.') : undefined
    case 'failed':
      return isConnected && status
        ? t('EMERGENCY STOP failed: the engine is {state}. Hold the button again. {elsewhere}', {
            state: status.state,
            elsewhere: ELSEWHERE,
          })
        : t('EMERGENCY STOP not confirmed. {elsewhere}', { elsewhere: ELSEWHERE })
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

const ELSEWHERE = t('On the host: `plimsoll stop`')

/** Returns whether a stop was engaged after the last engine status. */
export const isAfter = (
  { latchedAt }: Pick<Schemas['StopResult'], 'latchedAt'>,
  status: Pick<Standing, 'asOf'> | undefined,
): boolean => !(status && Date.parse(status.asOf) > Date.parse(latchedAt))
