import { setTimeout } from 'node:timers/promises'
import { deliver, type Sent, tradeOnce } from '../support/order-stream.ts'
import { isAcknowledged } from './checks/acknowledged.ts'
import { count } from './evidence.ts'
import type { Soak, Trader } from './soak.ts'
import { engineUrl } from './stage/place.ts'

/** Time a trader waits between two instructions. */
const THINKING_MS = { least: 600, most: 3_600 }
/** Share of instructions sent again although they were answered. */
const AGAIN_SHARE = 0.05

/** Trades until the soak is over, and repeats interrupted instructions under the same key. */
export const keepTrading = async (soak: Soak, trader: Trader): Promise<void> => {
  const { caller, random } = trader
  const url = engineUrl(soak.place)
  while (!soak.over) {
    const before = caller.sent.length
    await tradeOnce(caller, { url, random, gone: () => soak.over })
    const sent = caller.sent[before]
    if (sent) noteAnswer(soak, trader, sent)
    await retryOldest(trader, url)
    const again = random() < AGAIN_SHARE ? caller.sent[Math.floor(random() * caller.sent.length)] : undefined
    if (again?.answer) await deliver(caller, url, again)
    await setTimeout(THINKING_MS.least + random() * (THINKING_MS.most - THINKING_MS.least))
  }
}

const noteAnswer = (soak: Soak, { unheard }: Trader, sent: Sent): void => {
  const { answer } = sent
  count(soak.evidence, `instructions ${answer ? answer.status : 'unanswered'}`)
  if (!answer) unheard.push(sent)
  if (!isAcknowledged(sent)) return
  soak.onAcknowledged?.()
  soak.onAcknowledged = undefined
}

/** Repeats one instruction at a time; one that stays unanswered moves to the end. */
const retryOldest = async ({ caller, unheard }: Trader, url: string): Promise<void> => {
  const sent = unheard.shift()
  if (!sent) return
  const received = await deliver(caller, url, sent)
  if (!received && unheard.length < UNHEARD_MAX) unheard.push(sent)
}

const UNHEARD_MAX = 50

/** Repeats all remaining instructions once the server stays up. */
export const settleUnheard = async ({ caller, unheard }: Trader, url: string): Promise<void> => {
  for (const sent of unheard.splice(0)) await deliver(caller, url, sent)
}
