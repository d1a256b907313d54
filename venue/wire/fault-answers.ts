import type { FaultAnswer } from '../faults/wire-faults.ts'
import { Refused, refusedWith, statusUnknown } from './errors.ts'

/** Error response for a fault, in the format of the exchange. */
export const refusalOfFault = (fault: FaultAnswer): Refused => {
  switch (fault) {
    case 'unknownError':
      return statusUnknown()
    case 'unavailable':
      return refusedWith('-1000', 'Service Unavailable.')
    case 'timeout':
      return new Refused('-1007')
    case 'limited':
      return Object.assign(refusedWith('-1003', 'Too many requests.'), { retryAfterS: 1 })
    case 'banned':
      return Object.assign(refusedWith('-1003', 'Way too many requests; IP banned.'), { status: 418, retryAfterS: 2 })
  }
}
