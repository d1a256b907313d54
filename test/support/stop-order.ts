import { createIds } from '../../server/core/id.ts'
import { HOST, type StopOrder } from '../../server/engine/model/events.ts'
import { NOON_MS } from './market-samples.ts'

const ids = createIds({ now: () => NOON_MS, random: () => 0.5 })

/** Emergency stop engaged by the host at noon. */
export const aStopOrder = (request: Pick<StopOrder, 'reason' | 'flatten'>): StopOrder => ({
  ...request,
  stopId: ids('stp'),
  code: 'EMERGENCY_STOP',
  by: HOST,
  auditId: ids('aud'),
  atMs: NOON_MS,
})
