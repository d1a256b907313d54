import { type Static, Type } from 'typebox'
import { At, Nullable } from '../common.ts'

/** Event of engine control, such as a pause, a stop, a tripped breaker or a quarantine. */
export const ControlEvent = Type.Object({
  kind: Type.Enum([
    'STATE_CHANGED',
    'STOP_ENGAGED',
    'STOP_REPEATED',
    'STOP_SWEPT',
    'STOP_COMPLETED',
    'STOP_CLEARED',
    'BREAKER_TRIPPED',
    'BREAKERS_REARMED',
    'CLOCK_STEPPED',
    'STRATEGY_QUARANTINED',
    'STRATEGIES_REARMED',
    'LIVE_GRANTED',
    'LIVE_GRANT_ENDED',
  ]),
  at: At,
  message: Type.String({ description: 'What happened and why, in one sentence' }),
  state: Nullable(Type.String(), 'New state of the engine, if the event is a change of state'),
  subject: Nullable(Type.String(), 'Stop, breaker or strategies concerned'),
  by: Nullable(Type.Object({ type: Type.Enum(['USER', 'HOST', 'ENGINE']), sub: Nullable(Type.String()) })),
})
export type ControlEvent = Static<typeof ControlEvent>
