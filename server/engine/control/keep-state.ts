/**
 * Keeps the state of the engine: reads the circuit breakers, degrades, recovers or pauses, resumes after a restart, and
 * records the results of earlier actions.
 */

import { BREAKERS, type BreakerReading, describeReading, trippedMessage } from '../../domain/control/breakers.ts'
import { CONTINUITY } from '../../domain/control/continuity.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import { ENGINE } from '../model/events.ts'
import { audit, byEngine, type Entering, enterState, explainState } from '../state/audit.ts'
import { STAYS_PAUSED } from '../state/control-state.ts'
import { record, type Turn } from '../state/turn.ts'
import { findFailedCheck, findPendingCheck, isStoreChecked, type UnmetCheck } from './continuity.ts'
import { withdrawAutotradingEntries } from './pause.ts'
import { breakerReadings } from './standing.ts'

/**
 * Moves the engine to the state that the ledger and the circuit breakers allow, never beyond the state granted by the
 * host.
 */
export const keepState = (turn: Turn): void => {
  const { session, ledger } = turn
  if (turn.atMs - session.breakers.readAtMs < READ_BREAKERS_EVERY_MS && ledger.control.state !== 'RECONCILING') return
  session.breakers = { readAtMs: turn.atMs, readings: breakerReadings(turn) }
  if (ledger.control.state === 'RECONCILING') land(turn)
  else if (ledger.control.state === 'RUNNING' || ledger.control.state === 'DEGRADED') watchBreakers(turn)
  else if (ledger.control.state === 'PAUSED') noteLosses(turn)
}

/** Interval between readings of the breakers. */
const READ_BREAKERS_EVERY_MS = 1_000
/** Time for which all breakers must be healthy before the engine returns to the state granted by the host. */
const WELL_FOR_MS = 60_000
const AUTO_RESUMED = 'AUTO_RESUMED'
const GRACE_MS = 10_000
/** Period after a start in which pending conditions may still be met. */
const AWAITED_MS = 60_000
/** Time after which only the host can resume the engine. */
const DEGRADED_MAX_MS = 15 * 60_000

/** Losses of user orders trip breakers even while autotrading is paused, so that resuming on the host re-arms them. */
const noteLosses = (turn: Turn): void => {
  for (const reading of turn.session.breakers.readings) {
    const isLoss = reading.red && BREAKERS[reading.id] === 'HOST_REARM'
    if (isLoss && !turn.ledger.tripped.has(reading.id)) recordTrip(turn, reading)
  }
}

/** Handles a ledger that matches the exchange: the engine pauses, or resumes its previous state. */
const land = (turn: Turn): void => {
  const { session, ledger, rules } = turn
  const differs = [...ledger.differences.values()].some(({ kind }) => kind === 'QTY_MISMATCH')
  if (session.reconciliation.doneAtMs === null || differs) return
  if (!rules.autoResume || ledger.control.desired !== 'RUNNING') {
    return change(turn, 'PAUSED', explainPause(turn))
  }
  if (!mayResume(turn)) return
  change(turn, 'RUNNING', {
    code: AUTO_RESUMED,
    message: 'The ledger matches the exchange, and trading is not paused.',
  })
}

/**
 * Explains why an engine stays paused once its ledger matches the exchange: a cause for which it has paused itself keeps
 * its code across restarts, and a pause by a person its reason.
 */
const explainPause = ({ ledger }: Turn): Entering['reason'] => {
  const own = findOwnPause(ledger)
  const [tripped] = ledger.tripped
  if (tripped) return { code: own ? tripped[0] : STAYS_PAUSED, message: trippedMessage(...tripped) }
  if (own) return own
  const message = 'The ledger matches the exchange; autotrading stays paused until the host resumes it.'
  const given = ledger.pause ? ` Reason of the pause: ${ledger.pause.reason.message}` : ''
  return { code: STAYS_PAUSED, message: `${message}${given}` }
}

/** Returns the cause for which the engine has paused itself; undefined when a person has paused it, or nobody. */
const findOwnPause = ({ pause }: Turn['ledger']): Entering['reason'] | undefined =>
  pause?.by.type === 'ENGINE' ? pause.reason : undefined

/**
 * Decides whether the engine may resume automatically: it leaves faults to a person, and with real money it waits for
 * pending conditions.
 */
const mayResume = (turn: Turn): boolean => {
  const held = findFailedCheck(turn)
  const awaited = findPendingCheck(turn)
  const isRecent = turn.atMs - turn.ledger.control.sinceMs < AWAITED_MS
  const waits = !held && (isRecent || !isStoreChecked(turn.session))
  const cause = held ?? awaited
  if (cause && !waits) change(turn, 'PAUSED', explainHold(turn, cause))
  return cause === null
}

/** Explains the check that failed; where that is only the earlier pause, its cause is given instead. */
const explainHold = ({ ledger }: Turn, { id, observed }: UnmetCheck): Entering['reason'] =>
  (id === 'RC04' && findOwnPause(ledger)) || {
    code: id,
    message: `Not resumed: check ${id} (${CONTINUITY[id].toLowerCase()}) failed: ${observed}. Check it, then resume on the host: plimsoll resume.`,
  }

const watchBreakers = (turn: Turn): void => {
  const { readings } = turn.session.breakers
  const lost = redAmong(readings, 'HOST_REARM')
  if (lost) return trip(turn, lost)
  const poor = worstReading(readings)
  if (turn.ledger.control.state === 'DEGRADED') return recoverOrPause(turn, poor)
  if (!poor || hasJustBegun(turn)) return
  turn.session.degraded = { sinceMs: turn.atMs, healthySinceMs: null, causes: [poor.id] }
  change(turn, 'DEGRADED', { code: poor.id, message: describeReading(poor) })
}

/** Returns whether the start is too recent for all data to have arrived; the gates block orders that depend on them. */
const hasJustBegun = ({ atMs, ledger: { control } }: Turn): boolean =>
  control.reason.code === AUTO_RESUMED && atMs - control.sinceMs < GRACE_MS

const recoverOrPause = (turn: Turn, poor: BreakerReading | undefined): void => {
  turn.session.degraded ??= { sinceMs: turn.ledger.control.sinceMs, healthySinceMs: null, causes: [] }
  const { degraded } = turn.session
  degraded.healthySinceMs = poor ? null : (degraded.healthySinceMs ?? turn.atMs)
  if (degraded.healthySinceMs !== null && turn.atMs - degraded.healthySinceMs >= WELL_FOR_MS) {
    turn.session.degraded = null
    return change(turn, 'RUNNING', { code: 'RECOVERED', message: 'All breakers have been healthy for one minute.' })
  }
  if (turn.atMs - degraded.sinceMs <= DEGRADED_MAX_MS) return explain(turn, degraded, poor)
  turn.session.degraded = null
  const message = 'DEGRADED for 15 minutes: check the cause, then resume on the host.'
  change(turn, 'PAUSED', { code: poor?.id ?? 'DEGRADED_TOO_LONG', message }, 'PAUSED')
}

/**
 * Explains the degradation: the worst red breaker or the pending condition, and the other breakers that have been red
 * since it started.
 */
const explain = (turn: Turn, degraded: Degraded, poor: BreakerReading | undefined): void => {
  const code = poor?.id ?? RECOVERING
  if (turn.ledger.control.reason.code === code) return
  if (poor && !degraded.causes.includes(poor.id)) degraded.causes.push(poor.id)
  const others = degraded.causes.filter((id) => id !== code)
  const before = others.length > 0 ? ` Previously unhealthy: ${others.join(', ')}.` : ''
  explainState(turn, ENGINE, { code, message: `${poor ? describeReading(poor) : RECOVERING_MESSAGE}${before}` })
}

type Degraded = NonNullable<Turn['session']['degraded']>

const RECOVERING = 'RECOVERING'
const RECOVERING_MESSAGE = 'All breakers are healthy; trading resumes after one healthy minute.'

/** Blocks autotrading entries after a loss limit is hit, until the host has reviewed it. */
const trip = (turn: Turn, reading: BreakerReading): void => {
  const { id, observed, limit } = reading
  recordTrip(turn, reading)
  const tripped = { observed: `${observed}`, limit: `${limit}`, atMs: turn.atMs }
  change(turn, 'PAUSED', { code: id, message: trippedMessage(id, tripped) }, 'PAUSED')
  withdrawAutotradingEntries(turn)
}

const recordTrip = (turn: Turn, { id, observed, limit }: BreakerReading): void =>
  record(turn, { kind: 'breakerTripped', breaker: id, observed: `${observed}`, limit: `${limit}`, atMs: turn.atMs })

const change = (
  turn: Turn,
  state: Parameters<typeof enterState>[1],
  reason: Entering['reason'],
  desired = turn.ledger.control.desired,
): void => {
  const instructed = byEngine(turn)
  const before = turn.ledger.control.state
  audit(turn, instructed, {
    action: 'STATE_CHANGE',
    target: 'engine',
    before,
    after: state,
    outcome: 'INTENT',
    reason: reason.message,
  })
  enterState(turn, state, { by: instructed.actor, reason, desired })
}

/**
 * Breakers in order of severity: faults in recording orders rank above faults in tracking them, and those above faults
 * in pricing them.
 */
const WORST_FIRST: readonly BreakerReading['id'][] = [
  'STORE',
  'RECONCILIATION',
  'PRIVATE_STREAM',
  'EXCHANGE_ERRORS',
  'MARKET_DATA',
  'CLOCK',
]

const worstReading = (readings: readonly BreakerReading[]): BreakerReading | undefined =>
  readings
    .filter(({ id, red }) => red && BREAKERS[id] === 'AUTO_HYSTERESIS')
    .toSorted((a, b) => WORST_FIRST.indexOf(a.id) - WORST_FIRST.indexOf(b.id))[0]

const redAmong = (
  readings: readonly BreakerReading[],
  reset: (typeof BREAKERS)[BreakerReading['id']],
): BreakerReading | undefined => readings.find(({ id, red }) => red && BREAKERS[id] === reset)

/** Maximum wait for results; after that, the results of the orders are in their own history. */
const PATIENCE_MS = 10_000

/** Records the results of actions whose orders have ended. */
export const settleOwed = (turn: Turn): void => {
  const { owed } = turn.session
  for (const due of owed.splice(0)) {
    const { instructed, action, target, orders, sinceMs } = due
    const left = orders.filter((orderId) => !isTerminal(turn.ledger.orders.get(orderId)?.status ?? 'CANCELED'))
    if (left.length > 0 && turn.atMs - sinceMs < PATIENCE_MS) owed.push(due)
    else {
      const reason = left.length === 0 ? null : `not known yet: ${left.join(', ')}`
      audit(turn, instructed, { action, target, outcome: left.length === 0 ? 'DONE' : 'PARTIAL', reason })
    }
  }
}
