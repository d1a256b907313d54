import { atOnce, defineInput } from '../frame/input.ts'

/** Who follows the stream, and how connections to it have ended. */
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
