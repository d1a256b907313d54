import type { Breaker } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { BREAKERS, type BreakerReading } from '../domain/control/breakers.ts'
import type { ControlBooks } from '../engine/state/control-state.ts'

/** Every breaker: armed, red now, or tripped and waiting for the host. */
export const breakerBodies = (
  readings: readonly BreakerReading[],
  tripped: ControlBooks['tripped'],
  redSince: (id: string) => Instant,
): Breaker[] =>
  readings.map(({ id, red, observed, limit }) => {
    const common = { id, reset: BREAKERS[id] }
    const trip = tripped.get(id)
    if (trip) {
      return { ...common, state: 'TRIPPED', since: toRfc3339(trip.atMs), observed: trip.observed, limit: trip.limit }
    }
    const since = red ? toRfc3339(redSince(id)) : null
    return { ...common, state: red ? 'RED' : 'ARMED', since, observed, limit }
  })
