import { type ChildServer, startChild } from '../../../bench/child.ts'
import { type CrowdTally, countUsers, type Joining } from './reader.ts'

/** Clients of one server in processes of their own, so that their work delays no other reader. */
export interface Crowd {
  tally(): Promise<CrowdTally>
  stop(): Promise<void>
}

/** Clients to connect, and a token for each user. */
export interface CrowdPlan extends Omit<Joining, 'token'> {
  readonly tokens: readonly string[]
  readonly clients: number
}

/** Maximum number of clients in a process. */
const CLIENTS_MAX = 500

export const startCrowd = async ({ tokens, clients, ...joining }: CrowdPlan): Promise<Crowd> => {
  const children: ChildServer[] = []
  for (let first = 0; first < clients; first += CLIENTS_MAX) {
    const plan: CrowdPlan = {
      ...joining,
      tokens: tokens.slice(countUsers(first), countUsers(first + CLIENTS_MAX)),
      clients: Math.min(CLIENTS_MAX, clients - first),
    }
    children.push(await startChild('../test/soak/stream/crowd-process.ts', [JSON.stringify(plan)]))
  }
  return {
    async tally() {
      const tallies = await Promise.all(children.map((child) => child.request<CrowdTally>('tally')))
      return {
        messages: tallies.reduce((sum, { messages }) => sum + messages, 0),
        gaps: tallies.flatMap(({ gaps }) => gaps),
        contiguous: tallies.reduce((sum, { contiguous }) => sum + contiguous, 0),
      }
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()))
    },
  }
}
