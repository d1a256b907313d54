/**
 * Checks the conditions RC01 to RC17 for resuming automatically after a restart against the state of the engine: those
 * that only an operator can meet, and those that are awaited.
 */

import { BREAKERS } from '../../domain/control/breakers.ts'
import { type ContinuityId, type PastRun, uncleanEndsBefore } from '../../domain/control/continuity.ts'
import { type GrantStanding, grantStanding } from '../../domain/control/live-grant.ts'
import { type Fact, isUnwatched } from '../model/facts.ts'
import { workingOrders } from '../state/ledger.ts'
import type { Session, Start } from '../state/session.ts'
import type { Turn } from '../state/turn.ts'
import { isMarketReady, marketStanding } from './standing.ts'

/**
 * Returns the first condition that is not met and requires an operator; null when there is none. An engaged stop and a
 * broken audit log halt the engine before this check.
 */
export const findFailedCheck = (turn: Turn): UnmetCheck | null => {
  if (turn.rules.mode === 'LIVE') return firstFailing(SETTLED, turn)
  const hasRunBefore = (turn.session.start?.previousRuns?.past.length ?? 0) > 0
  return hasRunBefore ? firstFailing(SETTLED_ON_PAPER, turn) : null
}

/** Condition that prevents the engine from resuming automatically after a restart. */
export interface UnmetCheck {
  readonly id: ContinuityId
  /** Observed state. */
  readonly observed: string
}

/** Returns whether the check of the store is complete; without a record of earlier runs there is nothing to check. */
export const isStoreChecked = ({ start }: Pick<Session, 'start'>): boolean =>
  !start?.previousRuns || start.previousRuns.damage !== undefined

/** Returns the first condition that is still pending; on paper the engine waits for none. */
export const findPendingCheck = (turn: Turn): UnmetCheck | null =>
  turn.rules.mode === 'LIVE' ? firstFailing(AWAITED, turn) : null

/** Returns the finding; null when the condition holds. */
type Check = (turn: Turn) => string | null
type Checks = readonly (readonly [id: ContinuityId, check: Check])[]

const firstFailing = (checks: Checks, turn: Turn): UnmetCheck | null => {
  for (const [id, check] of checks) {
    const observed = check(turn)
    if (observed !== null) return { id, observed }
  }
  return null
}

const PAST_UNKNOWN = 'the previous state is unknown'

/** Compares with the previous run: fails when it is unknown, and passes on the first start, when there is none. */
const sinceBefore =
  (check: (before: PastRun, start: Start) => string | null): Check =>
  ({ session: { start } }) => {
    if (!start?.previousRuns) return PAST_UNKNOWN
    const before = start.previousRuns.past.at(-1)
    return before ? check(before, start) : null
  }

const same = (what: string, now: string | undefined, before: string | undefined): string | null => {
  if (now === undefined || before === undefined) return `the previous ${what} is unknown`
  return now === before ? null : `another ${what}`
}

/**
 * Requires that the previous run was in the state RUNNING, because an engine that never was has never been resumed by a
 * person.
 */
const wasRunning: Check = ({ session: { start } }) => {
  if (!start?.previousRuns) return PAST_UNKNOWN
  const state = start.previousRuns.past.at(-1)?.state ?? 'not started'
  return state === 'RUNNING' || state === 'DEGRADED' ? null : `it was ${state}`
}

/**
 * Requires that the ledger does not lag behind an epoch known from elsewhere, which would mean that it was lost or
 * restored from a backup. Leases may have been taken by engines that ended before they ran.
 */
const onlyAndNewest: Check = ({ lease, session: { foreignEpoch, epoch, start } }) => {
  if (foreignEpoch !== null) return `there is an order of run ${foreignEpoch}`
  const before = start?.previousRuns?.past.at(-1)?.epoch ?? 0
  const isNext = lease.epoch === null ? epoch === before + 1 : epoch > before
  return isNext ? null : `this is run ${epoch}, but the last run in the ledger is ${before}`
}

const sameProgram = sinceBefore(({ hashes }, start) => same('program', start.hashes?.build, hashes?.build))

const sameRules = sinceBefore(
  ({ hashes }, start) =>
    same('constitution', start.hashes?.constitution, hashes?.constitution) ??
    same('configuration', start.hashes?.config, hashes?.config),
)

const notLongDown: Check = (turn) => {
  const { maxDowntimeMs } = turn.rules.constitution.monitor
  return sinceBefore(({ lastAtMs }, { atMs }) =>
    atMs - lastAtMs <= maxDowntimeMs ? null : `${atMs - lastAtMs} ms, at most ${maxDowntimeMs} ms`,
  )(turn)
}

const noneBroken: Check = ({ ledger, session }) => {
  const red = session.breakers.readings.filter(({ id, red }) => red && BREAKERS[id] === 'HOST_REARM')
  return [...new Set([...ledger.tripped.keys(), ...red.map(({ id }) => id)])].join(', ') || null
}

const noRepeatedCrashes: Check = ({ rules, session: { start } }) => {
  if (!start?.previousRuns) return PAST_UNKNOWN
  const { maxUncleanRestarts } = rules.constitution.monitor
  const ends = uncleanEndsBefore(start.previousRuns.past, start.atMs)
  return ends <= maxUncleanRestarts ? null : `${ends} within the hour before, at most ${maxUncleanRestarts}`
}

const UNGRANTED: Readonly<Record<GrantStanding, string | null>> = {
  NO_GRANT: 'there is no live grant',
  EXPIRED: 'the live grant has expired',
  BY_HAND: 'the live grant covers manual orders only',
  OTHER_CONSTITUTION: 'the live grant was made for another constitution',
  GRANTED: null,
}

const granted: Check = ({ atMs, ledger: { liveGrant }, session }) => {
  const matchesConstitution = liveGrant?.constitutionHash === session.constitutionHash
  return UNGRANTED[grantStanding(liveGrant && { ...liveGrant, matchesConstitution }, atMs)]
}

const SETTLED: Checks = [
  ['RC01', ({ session: { start }, ledger }) => start?.previousRuns?.damage ?? ledger.behind[0] ?? null],
  ['RC04', wasRunning],
  ['RC05', onlyAndNewest],
  ['RC06', sameProgram],
  ['RC07', sameRules],
  ['RC13', notLongDown],
  ['RC14', noneBroken],
  ['RC15', noRepeatedCrashes],
  ['RC16', granted],
  ['RC17', ({ session: { foreign } }) => (foreign === 0 ? null : `external orders and executions: ${foreign}`)],
]

/** Conditions that hold back an engine on paper as well: a crash loop, and trades of another party. */
const SETTLED_ON_PAPER = SETTLED.filter(([id]) => id === 'RC15' || id === 'RC17')

const noneUnknown: Check = ({ ledger }) =>
  describeCount(
    'orders',
    workingOrders(ledger).filter(({ status }) => status === 'OUTCOME_UNKNOWN'),
  )

const noneDifferent: Check = ({ ledger }) =>
  describeCount(
    'differences',
    [...ledger.differences.values()].filter((one) => !isUnwatched(one)),
  )

const allProtected: Check = ({ ledger }) =>
  describeCount(
    'positions',
    [...ledger.positions.values()].filter(({ protection }) => protection.unprotectedSinceMs !== null),
  )

const describeCount = (what: string, items: readonly unknown[]): string | null =>
  items.length === 0 ? null : `${what}: ${items.length}`

const clockAgrees: Check = ({ session: { breakers } }) => {
  const clock = breakers.readings.find(({ id }) => id === 'CLOCK')
  return clock?.red === false ? null : `${clock?.observed ?? 'not measured'}, at most ${clock?.limit ?? 'not set'} ms`
}

const marketReady: Check = (turn) => {
  const standing = marketStanding(turn)
  const { books, series } = standing
  if (isMarketReady(standing)) return null
  return `${books.ready} of ${books.all} books, ${series.ready} of ${series.all} series`
}

const storeChecked: Check = ({ session }) => (isStoreChecked(session) ? null : 'the store is being checked')

const AWAITED: Checks = [
  ['RC01', storeChecked],
  ['RC08', noneUnknown],
  ['RC09', noneDifferent],
  ['RC10', allProtected],
  ['RC11', clockAgrees],
  ['RC12', marketReady],
]

/**
 * Counts the facts about external orders or executions; when the ledger is created, existing fills are adopted instead.
 */
export const foreignIn = (facts: readonly Fact[]): number => {
  const isAdopting = facts.some(({ kind }) => kind === 'booksOpened')
  return facts.filter((fact) => isForeignOrder(fact) || (!isAdopting && isForeignFill(fact))).length
}

const isForeignOrder = (fact: Fact): boolean => fact.kind === 'externalOrderSeen' && fact.order.purpose === 'EXTERNAL'

const isForeignFill = (fact: Fact): boolean =>
  fact.kind === 'executed' && fact.fills.some(({ orderId, kind }) => orderId === null && kind === 'TRADE')
