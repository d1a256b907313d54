/** Public wording of the status: whether users can trade, and what happens next. */

import { isClockOffset } from '../../../domain/control/clock-step.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { ComponentId } from '../../inputs/observation.ts'
import type { Component, StatusInputs } from './component.ts'

/** Returns the action for the worst problem, by urgency. */
export const chooseNextStep = (
  { engine, latch, store, clock }: StateInputs,
  components: readonly Component[],
): string => {
  if (store?.failure)
    return 'Free disk space or repair the disk; pending decisions are written once the store can be written again.'
  if (!latch) return 'Check the engine: the state of its emergency stop is unknown.'
  if (latch.engaged) return 'Find out why, then clear the stop on the host: plimsoll stop clear.'
  const rank = (status: Component['status']): number => ['DOWN', 'NOT_OBSERVED', 'DEGRADED', 'UP'].indexOf(status)
  const [worst] = components.toSorted((a, b) => rank(a.status) - rank(b.status))
  if (worst && worst.status !== 'UP') {
    const known = explainCause(worst.detailCode, { ...(engine && { engine }), ...(clock && { clock }) })
    return known ? `${sentence(known.cause)} ${sentence(known.remedy)}` : STEPS[worst.id]
  }
  return nextStepOfState(engine)
}

const nextStepOfState = (engine: StateInputs['engine']): string => {
  if (engine?.state === 'RUNNING') return 'Nothing to do.'
  if (engine?.state !== 'PAUSED') return 'Wait: the engine is changing state.'
  const breaker = engine.topBlockers.find(({ gateId }) => gateId === 'BREAKER')
  if (breaker) return breaker.message
  return isPausedByBreaker({ engine }) ? 'Check the breakers: plimsoll status.' : 'To resume: plimsoll resume.'
}

/** Returns whether a tripped breaker keeps autotrading paused until the host resumes it. */
export const isPausedByBreaker = ({ engine }: Pick<StatusInputs, 'engine'>): boolean =>
  engine?.state === 'PAUSED' && (engine.breakers ?? []).some(({ state }) => state === 'TRIPPED')

/** Returns whether users can trade now; the gates of each symbol apply as well. */
export const judgeAvailability = (
  { engine, latch, store }: StateInputs,
  components: readonly Component[],
  { constitution }: Pick<Frame, 'constitution'>,
): Availability => {
  if (!engine || !store || store.failure !== null || !engine.allowed.manualReducing) return 'UNAVAILABLE'
  if (!latch || latch.engaged || !engine.allowed.manualIncreasing) return 'REDUCE_ONLY'
  if (constitution.limits.appliesToManual && engine.topBlockers.some(isLossGate)) return 'REDUCE_ONLY'
  const isBlocked = components.some(({ id, status }) => IN_THE_WAY.includes(id) && status !== 'UP')
  return isBlocked ? 'REDUCE_ONLY' : 'AVAILABLE'
}

/** Returns whether a blocker is a gate on losses, which also blocks manual orders unless the host exempts them. */
const isLossGate = ({ gateId, kind }: { readonly gateId: string; readonly kind: string }): boolean =>
  kind === 'B' && gateId !== 'BREAKER'

type Availability = 'AVAILABLE' | 'REDUCE_ONLY' | 'UNAVAILABLE'
type StateInputs = Available<'engine' | 'latch' | 'store' | 'clock'>

/** Components that block manual orders that increase risk. */
const IN_THE_WAY: readonly ComponentId[] = ['MARKET_DATA', 'EXCHANGE_PRIVATE', 'CLOCK', 'STORE', 'PROTECTION', 'AUDIT']

/** Formats words as a sentence. */
export const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** Remedies for components whose code is not specific enough. */
export const STEPS: Readonly<Record<ComponentId, string>> = {
  API: 'Start the server again.',
  STORE: 'Free disk space, or find out why the disk is slow.',
  MARKET_DATA: 'G08 blocks entries until market data arrive again; no action is needed unless this persists.',
  EXCHANGE_PRIVATE: 'G06 and G08 block entries until the exchange sends order updates again.',
  ENGINE: 'It resumes automatically after one healthy minute; otherwise check its breakers.',
  PROTECTION: 'Protection closes positions that it cannot protect; check protection-blocker-truth.',
  CLOCK: 'Set the clock of the host: orders are refused until it agrees with the exchange.',
  AUDIT: 'See: plimsoll audit verify.',
  MESSENGER: 'Check the channels in messenger-dynamic-truth; trading continues without them.',
}

/** Causes and remedies of component problems by detail code; the texts may be public. */
const CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  WRITE_FAILED: ['the store cannot be written', 'free disk space for the data directory'],
  SLOW_COMMITS: ['commits to the store are slow', 'find out what is using the disk'],
  LOW_DISK: ['the disk is nearly full', 'free space on the disk of the data directory'],
  UNREACHABLE: [
    'the exchange cannot be reached',
    'check the network and the status page of the exchange: plimsoll doctor',
  ],
  STREAM_LOST: [
    'the connection to the exchange is lost',
    'it reconnects automatically; if it does not: plimsoll doctor',
  ],
  MARKET_STREAM: [
    'the market stream of the exchange is interrupted',
    'it reconnects automatically; if it does not: plimsoll doctor',
  ],
  RATE_LIMITED: ['the exchange rejects requests: rate limit exceeded', 'wait; trade fewer symbols if this persists'],
  KEY_REFUSED: ['the exchange rejects the API key', 'check the key and its permissions: plimsoll doctor'],
  BOOKS_NOT_SYNCED: ['order books are not in sync', 'they resynchronise automatically'],
  BOOKS_OLD: ['order books are out of date', 'check the connection to the exchange: plimsoll doctor'],
  BOOKS_DIFFER: ['the account differs from our ledger', 'find out who else traded on the account'],
  UNPROTECTED: ['stop protection is incomplete', 'see protection-blocker-truth'],
  OFF: [
    'the host clock differs from that of the exchange',
    'synchronise the clock of the host: timedatectl set-ntp true',
  ],
  UNCERTAIN: ['the exchange responds too slowly to compare clocks', 'check the connection and the load of the host'],
  BROKEN: ['verification of the audit log failed', 'keep a copy of it, then: plimsoll audit verify'],
  NOT_DELIVERED: ['no messenger channel delivers', 'see messenger-dynamic-truth; trading continues without them'],
  PARTLY_DELIVERED: [
    'a messenger channel does not deliver',
    'see messenger-dynamic-truth; trading continues without them',
  ],
}

/** Causes of breakers that degrade the engine. */
const BREAKER_CAUSES: Readonly<Record<string, keyof typeof CAUSES>> = {
  STORE: 'SLOW_COMMITS',
  PRIVATE_STREAM: 'STREAM_LOST',
  MARKET_DATA: 'BOOKS_OLD',
  CLOCK: 'OFF',
}

const ENGINE_CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  RECONCILIATION: ['the account has not been read recently', 'check the connection to the exchange: plimsoll doctor'],
  EXCHANGE_ERRORS: [
    'the exchange rejects orders or does not respond to them',
    'see execution-throttle-truth and the log',
  ],
  RECOVERING: ['the engine is recovering', 'nothing to do: trading resumes after one healthy minute'],
}

interface PublicCause {
  readonly cause: string
  readonly remedy: string
}

/** Returns cause and remedy of a component that is not up; undefined when its code is sufficient. */
export const explainCause = (detailCode: string, { engine, clock }: StatusInputs): PublicCause | undefined => {
  const code = detailCode === 'DEGRADED' ? (engine?.stateReason?.code ?? '') : detailCode
  const known = ENGINE_CAUSES[code] ?? CAUSES[clockCode(BREAKER_CAUSES[code] ?? code, clock)]
  return known && { cause: known[0], remedy: known[1] }
}

const clockCode = (code: string, clock: StatusInputs['clock']): string =>
  code === 'OFF' && clock?.checked && !isClockOffset(clock) ? 'UNCERTAIN' : code
