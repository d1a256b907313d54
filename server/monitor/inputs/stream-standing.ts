import { atOnce, defineInput } from '../frame/input.ts'

/** Stream subscribers, and reasons for closed connections. */
export interface StreamStanding {
  readonly connections: number
  readonly subscriptions: number
  /** Messages that wait for clients, of those that must not be lost. */
  readonly backlog: number
  /** Connections that we have ended since the start, by why. */
  readonly ended: Readonly<Record<string, number>>
}

export const streamStanding = defineInput<StreamStanding>({
  kind: 'STATE',
  source: 'ws.stream',
  what: 'Who follows the stream',
  producedBy: 'stream',
  maxAgeMs: atOnce,
})
