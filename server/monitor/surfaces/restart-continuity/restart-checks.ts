/** Checks of the conditions RC01 to RC17 for resuming automatically after a start. */

import { type Instant, isFresh } from '../../../core/instant.ts'
import type { ContinuityId } from '../../../domain/control/continuity.ts'
import { grantStanding } from '../../../domain/control/live-grant.ts'
import { INPUTS, type InputName } from '../../frame/inputs.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { RestartTruth } from '../../inputs/engine.ts'

/** Conditions that must all hold before the engine resumes automatically after a start. */
export const RESTART_CHECKS: readonly CheckRule[] = [
  {
    id: 'RC01',
    of: ['restart', 'store'],
    isUnsafe: true,
    check: ({ restart, store }) => {
      const fault = restart?.damage ?? store?.failure ?? null
      if (fault !== null) return passWhen(false, fault, 'ok')
      return restart?.isStoreChecked && store ? passWhen(true, 'ok', 'ok') : NOT_OBSERVED
    },
  },
  {
    id: 'RC02',
    of: ['audit'],
    isUnsafe: true,
    check: ({ audit }) => (audit ? passWhen(audit.broken === null, audit.broken ?? 'ok', 'ok') : NOT_OBSERVED),
  },
  {
    id: 'RC03',
    of: ['latch'],
    check: ({ latch }) => {
      if (!latch) return NOT_OBSERVED
      return passWhen(!latch.engaged, latch.engaged ? 'ENGAGED' : 'CLEAR', 'CLEAR')
    },
  },
  {
    id: 'RC04',
    of: ['restart', 'engine'],
    paperGoesOn: ({ engine }) => engine?.desiredState === 'RUNNING',
    check: ({ restart, engine }, { mode }) => {
      if (!engine) return NOT_OBSERVED
      if (mode === 'LIVE' && restart?.previous === null) return passWhen(false, 'FIRST_START', 'RUNNING')
      if (engine.desiredState !== 'RUNNING') return passWhen(false, `${engine.desiredState} requested`, 'RUNNING')
      return sincePrevious(restart, (_, { state }) =>
        passWhen(state === 'RUNNING' || state === 'DEGRADED', `${state ?? 'NOT_STARTED'} before`, 'RUNNING'),
      )
    },
  },
  {
    id: 'RC05',
    of: ['restart'],
    isUnsafe: true,
    check: ({ restart }, { mode }) => {
      if (!restart) return NOT_OBSERVED
      const { epoch, foreignEpoch, previous } = restart
      const before = previous?.epoch ?? 0
      if (epoch === 0) return { status: 'PENDING', measured: null, threshold: before + 1 }
      if (foreignEpoch !== null) return passWhen(false, `the exchange has an order of run ${foreignEpoch}`, epoch)
      return passWhen(mode === 'LIVE' ? epoch === before + 1 : epoch > before, epoch, before + 1)
    },
  },
  {
    id: 'RC06',
    of: ['restart'],
    paperGoesOn: () => true,
    check: ({ restart }, { hashes }) =>
      sincePrevious(restart, (_, previous) =>
        previous.hashes
          ? passWhen(previous.hashes.build === hashes.build, hashes.build, previous.hashes.build)
          : NOT_OBSERVED,
      ),
  },
  {
    id: 'RC07',
    of: ['restart'],
    paperGoesOn: () => true,
    check: ({ restart }, { hashes }) =>
      sincePrevious(restart, (_, previous) => {
        if (!previous.hashes) return NOT_OBSERVED
        const { constitution, config } = previous.hashes
        if (constitution !== hashes.constitution) return passWhen(false, hashes.constitution, constitution)
        return passWhen(config === hashes.config, hashes.config, config)
      }),
  },
  {
    id: 'RC08',
    of: ['restart'],
    check: ({ restart }) =>
      restart
        ? oncePassed(restart.firsts.resolved, true, {
            measured: restart.unresolved,
            threshold: 0,
            waits: { what: 'the outcome of orders that were in flight', untilMs: restart.due.outcomes },
          })
        : NOT_OBSERVED,
  },
  {
    id: 'RC09',
    of: ['restart', 'privateStream', 'reconciliation'],
    isUnsafe: true,
    check: (inputs, frame) => {
      const { restart } = inputs
      if (!restart) return NOT_OBSERVED
      const { firsts, disputed, due } = restart
      const waits = { what: 'the exchange to respond and the account to be read', untilMs: due.account }
      if (firsts.reconciled === null && disputed !== null) return passWhen(false, disputed, 0)
      const silent = exchangeSilence(inputs, frame)
      if (silent !== null) return { status: 'PENDING', measured: silent, threshold: 0, waits }
      return oncePassed(firsts.reconciled, true, {
        measured: firsts.reconciled === null ? disputed : 0,
        threshold: 0,
        waits,
      })
    },
  },
  {
    id: 'RC10',
    of: ['restart'],
    isUnsafe: true,
    check: ({ restart }) =>
      restart
        ? oncePassed(restart.firsts.protected, restart.unprotectedBeyondBudget === 0, {
            measured: restart.firsts.protected === null ? restart.unprotected : 0,
            threshold: 0,
            waits: { what: 'the stop of every position to be read back', untilMs: null },
          })
        : NOT_OBSERVED,
  },
  {
    id: 'RC11',
    of: ['restart'],
    check: ({ restart }, { constitution: { data } }) => {
      if (!restart) return NOT_OBSERVED
      if (!restart.clockChecked) return passWhen(true, 'MARKET_CLOCK', null)
      const { clockOffMs } = restart
      return oncePassed(restart.firsts.clock, clockOffMs === null || !restart.isClockOffset, {
        measured: clockOffMs,
        threshold: data.maxClockErrorMs,
        waits: { what: 'the next clock check', untilMs: restart.due.clock },
      })
    },
  },
  {
    id: 'RC12',
    of: ['restart'],
    check: ({ restart }) => {
      if (!restart) return NOT_OBSERVED
      const { books, series, firsts } = restart
      const measured = `${books.ready} of ${books.all} books, ${series.ready} of ${series.all} series`
      const waits = { what: 'order books to be in sync and strategies to have enough bars', untilMs: null }
      return oncePassed(firsts.market, true, { measured, threshold: 'all', waits })
    },
  },
  {
    id: 'RC13',
    of: ['restart'],
    paperGoesOn: () => true,
    check: ({ restart }, { constitution: { monitor } }) =>
      sincePrevious(restart, ({ startedAtMs }, { lastAtMs }) => {
        const downMs = Math.max(0, startedAtMs - lastAtMs)
        return passWhen(downMs <= monitor.maxDowntimeMs, downMs, monitor.maxDowntimeMs)
      }),
  },
  {
    id: 'RC14',
    of: ['engine'],
    check: ({ engine }) => {
      if (!engine) return NOT_OBSERVED
      const tripped = engine.breakers.filter(({ state }) => state === 'TRIPPED')
      return passWhen(tripped.length === 0, tripped.map(({ id }) => id).join(', ') || 0, 0)
    },
  },
  {
    id: 'RC15',
    of: ['restart'],
    check: ({ restart }, { constitution: { monitor } }) =>
      restart
        ? passWhen(restart.uncleanEnds <= monitor.maxUncleanRestarts, restart.uncleanEnds, monitor.maxUncleanRestarts)
        : NOT_OBSERVED,
  },
  {
    id: 'RC16',
    of: ['liveGrant'],
    check: ({ liveGrant }, { mode, nowMs }) => {
      if (mode === 'PAPER') return passWhen(true, 'NOT_NEEDED', null)
      if (!liveGrant) return NOT_OBSERVED
      const standing = grantStanding(liveGrant.grant, nowMs)
      return passWhen(standing === 'GRANTED', standing, 'GRANTED')
    },
  },
  {
    id: 'RC17',
    of: ['restart'],
    check: ({ restart }) => {
      const foreign = restart?.foreign ?? null
      return sincePrevious(restart, (): Checked => {
        if (foreign === null) {
          const waits = { what: 'the account to be read', untilMs: restart?.due.account ?? null }
          return { status: 'PENDING', measured: null, threshold: 0, waits }
        }
        return passWhen(foreign === 0, foreign, 0)
      })
    },
  },
]

/** Returns why the exchange cannot be relied on now: no recent message or reading; null when it can. */
const exchangeSilence = (
  { privateStream, reconciliation }: RestartInputs,
  { nowMs, constitution, observedAtMs }: Pick<Frame, 'nowMs' | 'constitution' | 'observedAtMs'>,
): string | null => {
  const isObserved = (name: 'privateStream' | 'reconciliation'): boolean => {
    const atMs = observedAtMs(name)
    return atMs !== undefined && isFresh(atMs, nowMs, INPUTS[name].maxAgeMs(constitution))
  }
  if (privateStream?.state !== 'connected' || !isObserved('privateStream')) return 'NOT_CONNECTED'
  return reconciliation && isObserved('reconciliation') ? null : 'NOT_READ'
}

export type RestartInputs = Available<
  'restart' | 'latch' | 'store' | 'audit' | 'engine' | 'liveGrant' | 'privateStream' | 'reconciliation'
>

/** Result of a check. */
export interface Checked {
  readonly status: 'PASS' | 'FAIL' | 'PENDING' | 'MISSING'
  readonly measured: number | string | null
  readonly threshold: number | string | null
  /** Pending event that needs no action, and when it is checked next. */
  readonly waits?: { readonly what: string; readonly untilMs: Instant | null }
}

/** Condition for an automatic resume of the engine after a start. */
export interface CheckRule {
  readonly id: ContinuityId
  readonly of: readonly InputName[]
  /** True when a failure is dangerous rather than only requiring a person. */
  readonly isUnsafe?: true
  /** Returns whether a failure is reported without blocking, when no real money is at risk. */
  readonly paperGoesOn?: (inputs: RestartInputs) => boolean
  readonly check: (
    inputs: RestartInputs,
    frame: Pick<Frame, 'nowMs' | 'constitution' | 'mode' | 'hashes' | 'observedAtMs'>,
  ) => Checked
}

const passWhen = (passes: boolean, measured: Checked['measured'], threshold: Checked['threshold']): Checked => ({
  status: passes ? 'PASS' : 'FAIL',
  measured,
  threshold,
})

/** Passes permanently once the condition has been met after the start; waits or fails until then. */
const oncePassed = (
  firstAtMs: number | null,
  isWaiting: boolean,
  { measured, threshold, waits }: Omit<Checked, 'status'>,
): Checked => {
  if (firstAtMs !== null) return { status: 'PASS', measured, threshold }
  return isWaiting
    ? { status: 'PENDING', measured, threshold, ...(waits && { waits }) }
    : { status: 'FAIL', measured, threshold }
}

const NOT_OBSERVED: Checked = { status: 'MISSING', measured: null, threshold: null }

/** Compares with the previous run; passes when there was none. */
const sincePrevious = (
  restart: RestartTruth | undefined,
  compare: (restart: RestartTruth, previous: NonNullable<RestartTruth['previous']>) => Checked,
): Checked => {
  if (!restart) return NOT_OBSERVED
  if (!restart.previous) return passWhen(true, 'FIRST_START', null)
  return compare(restart, restart.previous)
}
