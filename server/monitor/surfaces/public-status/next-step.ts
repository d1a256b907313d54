import type { Available } from '../../frame/surface.ts'
import { explainCause } from './causes.ts'
import type { Component } from './component.ts'
import type { ComponentId } from './component-status.ts'

type Availability = 'AVAILABLE' | 'REDUCE_ONLY' | 'UNAVAILABLE'
type StateInputs = Available<'engine' | 'latch' | 'store' | 'clock'>

/** Components that block manual orders that increase risk. */
const IN_THE_WAY: readonly ComponentId[] = ['MARKET_DATA', 'EXCHANGE_PRIVATE', 'CLOCK', 'STORE', 'PROTECTION', 'AUDIT']

/** Returns whether users can trade now; the gates of each symbol apply as well. */
export const judgeAvailability = (
  { engine, latch, store }: StateInputs,
  components: readonly Component[],
): Availability => {
  if (!engine || !store || store.failure !== null || !engine.allowed.manualReducing) return 'UNAVAILABLE'
  if (!latch || latch.engaged || !engine.allowed.manualIncreasing) return 'REDUCE_ONLY'
  const isBlocked = components.some(({ id, status }) => IN_THE_WAY.includes(id) && status !== 'UP')
  return isBlocked ? 'REDUCE_ONLY' : 'AVAILABLE'
}

/** Returns the action for the worst problem, by urgency. */
export const chooseNextStep = (
  { engine, latch, store, clock }: StateInputs,
  components: readonly Component[],
): string => {
  if (store?.failure) return 'Free disk space or repair the disk; pending decisions are written when that works again.'
  if (!latch) return 'Check the engine: the state of its emergency stop is unknown.'
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

/** Remedies for components whose code is not specific enough. */
export const STEPS: Readonly<Record<ComponentId, string>> = {
  API: 'Start the server again.',
  STORE: 'Free disk space, or find out why the disk is slow.',
  MARKET_DATA: 'Entries stay blocked by G08 until the market is seen again; no action is needed unless it stays so.',
  EXCHANGE_PRIVATE: 'Entries stay blocked by G06 and G08 until the exchange sends updates of our orders again.',
  ENGINE: 'It resumes automatically after one healthy minute; otherwise check its breakers.',
  PROTECTION: 'Protection closes positions that it cannot protect; check protection-blocker-truth.',
  CLOCK: 'Set the clock of the host: orders are refused until it agrees with the exchange.',
  AUDIT: 'See: plimsoll audit verify.',
  MESSENGER: 'Check the channels in messenger-dynamic-truth; trading continues without them.',
}
