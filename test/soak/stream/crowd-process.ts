import { setPriority } from 'node:os'
import { serveParent } from '../../../bench/child.ts'
import { yieldProcessors } from '../../../bench/yield-processors.ts'
import type { CrowdPlan } from './crowd.ts'
import { type CrowdTally, getToken, joinCrowd } from './reader.ts'

/** Priority while the clients connect, so that their requests arrive in time. */
const LOW_PRIORITY = 10

setPriority(LOW_PRIORITY)
const { tokens, clients, ...joining }: CrowdPlan = JSON.parse(process.argv[2] ?? '{}')
const crowd = await Promise.all(
  Array.from({ length: clients }, (_none, client) => joinCrowd({ ...joining, token: getToken(tokens, client) })),
)
yieldProcessors()

const tally = async (): Promise<CrowdTally> => ({
  messages: crowd.reduce((sum, { messages }) => sum + messages, 0),
  gaps: crowd.flatMap(({ gaps }) => gaps).slice(0, 10),
  contiguous: crowd.filter(({ socket, messages, gaps }) => !socket.destroyed && messages > 0 && gaps.length === 0)
    .length,
})

const stop = async (): Promise<void> => {
  for (const { socket } of crowd) socket.destroy()
}

serveParent({ url: joining.url, token: '', path: '' }, { tally, stop })
