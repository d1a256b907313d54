import type { Available } from '../../frame/surface.ts'
import { explainCause } from './causes.ts'
import type { Component } from './component.ts'
import type { ComponentId } from './component-status.ts'

type Availability = 'AVAILABLE' | 'REDUCE_ONLY' | 'UNAVAILABLE'
type StateInputs = Available<'engine' | 'latch' | 'store' | 'clock'>

/** What holds up an order of a person that increases risk. */
const IN_THE_WAY: readonly ComponentId[] = ['MARKET_DATA', 'EXCHANGE_PRIVATE', 'CLOCK', 'STORE', 'PROTECTION', 'AUDIT']

/** Whether anybody can trade now: the gates of each symbol come on top. */
export const judgeAvailability = (
  { engine, latch, store }: StateInputs,
  components: readonly Component[],
): Availability => {
  if (!engine || !store || store.failure !== null || !engine.allowed.manualReducing) return 'UNAVAILABLE'
  if (!latch || latch.engaged || !engine.allowed.manualIncreasing) return 'REDUCE_ONLY'
  const isBlocked = components.some(({ id, status }) => IN_THE_WAY.includes(id) && status !== 'UP')
  return isBlocked ? 'REDUCE_ONLY' : 'AVAILABLE'
}

/** What somebody can do about the worst there is; in the order of who has to be told first. */
export const chooseNextStep = (
  { engine, latch, store, clock }: StateInputs,
  components: readonly Component[],
): string => {
  if (store?.failure) return 'Make room on the disk or mend it; what was decided is written when that works again.'
  if (!latch) return 'Look at the engine: whether it is stopped cannot be found out.'
  if (latch.engaged) return 'Find out why, then clear the stop on the host: plimsoll stop clear.'
  const rank = (status: Component['status']): number => ['DOWN', 'NOT_OBSERVED', 'DEGRADED', 'UP'].indexOf(status)
  const [worst] = components.toSorted((a, b) => rank(a.status) - rank(b.status))
  if (worst && worst.status !== 'UP') {
    const known = explainCause(worst.detailCode, { ...(engine && { engine }), ...(clock && { clock }) })
    return known ? `${sentence(known.cause)} ${sentence(known.remedy)}` : STEPS[worst.id]
  }
  const { state } = engine ?? {}
  if (state === 'PAUSED') return 'Let it go on with: plimsoll resume.'
  return state === 'RUNNING' ? 'Nothing to do.' : 'Wait: the engine is on its way to another state.'
}

/** Words as a sentence. */
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** What to do where the code of a component does not say enough. */
export const STEPS: Readonly<Record<ComponentId, string>> = {
  API: 'Start the server again.',
  STORE: 'Make room on the disk, or look why it is slow.',
  MARKET_DATA: 'Entries stay blocked by G08 until the market is seen again; no action is needed unless it stays so.',
  EXCHANGE_PRIVATE: 'Entries stay blocked by G06 and G08 until the exchange tells of our orders again.',
  ENGINE: 'It goes on by itself when all has been well for a minute; else look at its breakers.',
  PROTECTION: 'The guardian closes what it cannot protect; look at protection-blocker-truth.',
  CLOCK: 'Set the clock of the host: orders are refused until it agrees with the exchange.',
  AUDIT: 'See: plimsoll audit verify.',
  MESSENGER: 'Look at the channels in messenger-dynamic-truth; trading goes on without them.',
}
