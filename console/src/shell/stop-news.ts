import type { components } from '@plimsoll/client'
import type { ControlRequests } from './asked.ts'

type Schemas = components['schemas']

/** What of the engine tells whether it was stopped. */
interface Standing extends Pick<Schemas['AutotradingStatus'], 'state' | 'asOf'> {
  readonly latch: Pick<Schemas['AutotradingStatus']['latch'], 'engaged'>
}

interface StopNewsInputs {
  readonly request: ControlRequests['stop']
  /** As the engine has told it last. */
  readonly status: Standing | undefined
  /** Whether it can tell it now. */
  readonly isConnected: boolean
  /** Whether an answer should have come by now. */
  readonly isLate: boolean
}

const ELSEWHERE = 'On the host: `plimsoll stop`'

/** What there is to say of a stop that was asked for here, until the engine tells of it. */
export const describeStop = ({ request, status, isConnected, isLate }: StopNewsInputs): string | undefined => {
  if (isConnected && status?.latch.engaged) return undefined
  switch (request?.name) {
    case 'waiting':
      return isLate
        ? `EMERGENCY STOP requested. No answer yet; it is being sent again. ${ELSEWHERE}`
        : 'EMERGENCY STOP requested …'
    case 'answered':
      return isAfter(request.result, status) ? 'EMERGENCY STOP is engaged.' : undefined
    case 'failed':
      return isConnected && status
        ? `EMERGENCY STOP did not get through: the engine is ${status.state}. Hold the button again. ${ELSEWHERE}`
        : `EMERGENCY STOP not confirmed. ${ELSEWHERE}`
    default:
      return undefined
  }
}

/** Whether a stop was engaged after what the engine has told last. */
export const isAfter = (
  { latchedAt }: Pick<Schemas['StopResult'], 'latchedAt'>,
  status: Pick<Standing, 'asOf'> | undefined,
): boolean => !(status && Date.parse(status.asOf) > Date.parse(latchedAt))
