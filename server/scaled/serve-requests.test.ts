import { expect, it, onTestFinished } from 'vitest'
import type { TakenAnswer, TakenRequest } from './ports.ts'
import { serveRequests } from './serve-requests.ts'

it('stores the answers of requests taken together, whenever each of them is complete', async () => {
  const waiting: TakenRequest[] = ['1', '2', '3'].map((number) => ({
    number,
    id: number,
    body: `request ${number}`,
    user: null,
  }))
  const stored: string[] = []
  const inbox = {
    take: async () => waiting.splice(0),
    async answer(answers: readonly TakenAnswer[]) {
      await new Promise(setImmediate)
      stored.push(...answers.map(({ body }) => body))
    },
  }
  const turns = new Map(['request 1', 'request 2', 'request 3'].map((body, index) => [body, index + 1]))
  const carryOut = async ({ body }: Pick<TakenRequest, 'body'>): Promise<string> => {
    for (let left = turns.get(body) ?? 0; left > 0; left--) await new Promise(setImmediate)
    return `answer to ${body}`
  }
  let onCommands = () => {}
  const notices = {
    listen(_notice: string, onNotice: () => void) {
      onCommands = onNotice
      return () => {}
    },
  }
  onTestFinished(serveRequests({ inbox, notices, epoch: 1, carryOut }))
  onCommands()
  await expect.poll(() => stored).toEqual(['answer to request 1', 'answer to request 2', 'answer to request 3'])
})
