/** Reader of the restart input: the state found at the start of this process, and the verifications since then. */

import { type Instant, SECOND_MS } from '../../core/instant.ts'
import { isClockOffset } from '../../domain/control/clock-step.ts'
import type { Order } from '../../domain/order/order.ts'
import { isMarketReady, marketStanding } from '../../engine/control/standing.ts'
import { isUnwatched } from '../../engine/model/facts.ts'
import type { EngineState } from '../../engine/state/turn.ts'
import { unprotectedBeyond } from '../../engine/trading/guards.ts'
import type { RestartTruth } from '../../monitor/inputs/engine.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'
import type { BootRecord } from '../records/boot-and-drills.ts'

/** Samples once a second, even without requests, because evidence obtained once after the start remains valid. */
export const restartReader = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read({ state, records: { boot } }: RestartSources, nowMs: Instant) {
    const present = readPresent(state, boot, nowMs)
    noteFirsts(boot, { ...present, maxClockErrorMs: state.rules.constitution.data.maxClockErrorMs ?? 0 }, nowMs)
    boot.damage = state.session.start?.previousRuns?.damage
    const { bootId, startedAtMs, previous, desiredState, uncleanEnds, isHostNew, damage, recovered, firsts } = boot
    const value = {
      ...present,
      bootId,
      startedAtMs,
      previous: previous && {
        epoch: previous.epoch,
        endedCleanly: previous.endedCleanly,
        lastAtMs: previous.lastAtMs,
        state: previous.state,
        hashes: previous.hashes,
      },
      desiredState,
      uncleanEnds,
      isHostNew,
      isStoreChecked: damage !== undefined,
      damage: damage ?? null,
      recovered: { ...recovered },
      firsts: { ...firsts },
    }
    return { value, observedAtMs: nowMs }
  },
} satisfies Reader<RestartTruth>

type RestartSources = Pick<TruthSources, 'state'> & { readonly records: Pick<TruthSources['records'], 'boot'> }

const readPresent = ({ ledger, session, rules, market, signals }: EngineState, boot: BootRecord, nowMs: number) => {
  const wasRead = session.reconciliation.doneAtMs !== null
  const { offsetMs, errorMs } = session.clock
  const positions = [...ledger.positions.values()]
  return {
    autoResume: rules.autoResume,
    epoch: session.epoch,
    foreignEpoch: session.foreignEpoch,
    unresolved: [...boot.uncertain].filter((orderId) => ledger.orders.get(orderId)?.status === 'OUTCOME_UNKNOWN')
      .length,
    disputed: wasRead ? [...ledger.differences.values()].filter((one) => !isUnwatched(one)).length : null,
    foreign: wasRead ? boot.foreign : null,
    positions: positions.length,
    unprotected: positions.filter(({ protection }) => protection.unprotectedSinceMs !== null).length,
    unprotectedBeyondBudget: unprotectedBeyond(ledger, rules.constitution.protection.budgetMs, nowMs),
    clockChecked: rules.clockChecked,
    isClockOffset: isClockOffset(session.clock),
    due: {
      clock: rules.clockChecked ? session.clock.dueAtMs : null,
      account: session.reconciliation.dueAtMs,
      outcomes: outcomesDueMs([...boot.uncertain].map((orderId) => ledger.orders.get(orderId))),
    },
    clockOffMs: rules.clockChecked && offsetMs !== null ? Math.abs(offsetMs) + (errorMs ?? 0) : null,
    ...marketStanding({ signals, rules, market }),
  }
}

const outcomesDueMs = (orders: readonly (Order | undefined)[]): Instant | null => {
  const due = orders.flatMap((order) =>
    order?.status === 'OUTCOME_UNKNOWN' ? (order.dispatch.provenDeadAtMs ?? []) : [],
  )
  return due.length === 0 ? null : Math.max(...due)
}

type Present = ReturnType<typeof readPresent> & { readonly maxClockErrorMs: number }

const noteFirsts = ({ firsts }: BootRecord, present: Present, nowMs: number): void => {
  const { unresolved, disputed, unprotected, clockChecked, clockOffMs } = present
  if (present.epoch === 0) return
  const isRead = disputed !== null
  if (isRead) firsts.read ??= nowMs
  if (isRead && unresolved === 0) firsts.resolved ??= nowMs
  if (disputed === 0) firsts.reconciled ??= nowMs
  if (isRead && unprotected === 0) firsts.protected ??= nowMs
  if (!clockChecked || (clockOffMs !== null && clockOffMs <= present.maxClockErrorMs)) firsts.clock ??= nowMs
  if (isMarketReady(present)) firsts.market ??= nowMs
}
