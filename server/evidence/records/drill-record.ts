import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { Drill } from '../../monitor/inputs/go-live.ts'
import type { BootRecord } from './boot-record.ts'
import type { EvidenceSection } from './evidence-record.ts'

/** Emergency stops and survived kills, oldest first. */
export interface DrillRecord {
  readonly section: EvidenceSection
  drills(): readonly Drill[]
  /** Records facts of an emergency stop; returns whether anything has changed. */
  noteFacts(facts: readonly Fact[]): boolean
  /** Takes down how far a start after a kill has been proven. */
  noteBoot(boot: BootRecord, isUnsafe: boolean, nowMs: Instant): void
}

const DRILLS_MAX = 500
/** Longest period a readiness gate can look back on. */
const REMEMBERED_MS = 366 * DAY_MS

export const createDrillRecord = (mode: ExecutionMode): DrillRecord => {
  let drills: readonly Drill[] = []
  const replace = (next: readonly Drill[]): boolean => {
    const hasChanged = next !== drills
    drills = next.slice(-DRILLS_MAX)
    return hasChanged
  }
  return {
    section: {
      name: 'drills',
      version: 1,
      save: () => drills,
      resume(saved, { toMs }) {
        if (!Array.isArray(saved)) throw new TypeError('the saved drills are of another form')
        const recent = (saved as Drill[]).filter(({ startedAtMs }) => startedAtMs > toMs - REMEMBERED_MS)
        drills = recent.map((drill) => (isPending(drill, 'KILL') ? { ...drill, outcome: 'CUT_OFF' } : drill))
      },
    },
    drills: () => drills,
    noteFacts: (facts) => replace(facts.reduce((known, fact) => afterFact(known, fact, mode), drills)),
    noteBoot: (boot, isUnsafe, nowMs) => void replace(afterBoot(drills, { boot, isUnsafe, nowMs, mode })),
  }
}

const isPending = ({ kind, outcome }: Drill, wanted: Drill['kind']): boolean => kind === wanted && outcome === 'PENDING'

/** Adds a fact. A halt that the engine decided on is no drill: it does not test that a person can stop trading. */
const afterFact = (drills: readonly Drill[], fact: Fact, mode: ExecutionMode): readonly Drill[] => {
  if (fact.kind === 'latchEngaged' && fact.stop.by.type !== 'ENGINE') {
    const { stopId, by, atMs: calledAtMs } = fact.stop
    const drill: Drill = {
      drillId: stopId,
      kind: 'EMERGENCY_STOP',
      mode,
      startedAtMs: calledAtMs,
      completedAtMs: null,
      outcome: 'PENDING',
      by: by.sub ?? by.type,
      heldWithinMs: Math.max(0, fact.atMs - calledAtMs),
    }
    return [...drills, drill]
  }
  if (fact.kind === 'stopCompleted')
    return endPending(drills, 'EMERGENCY_STOP', { outcome: 'COMPLETE', completedAtMs: fact.atMs })
  if (fact.kind === 'latchReleased') return endPending(drills, 'EMERGENCY_STOP', { outcome: 'CUT_OFF' })
  return drills
}

const endPending = (drills: readonly Drill[], kind: Drill['kind'], end: Partial<Drill>): readonly Drill[] =>
  drills.some((drill) => isPending(drill, kind))
    ? drills.map((drill) => (isPending(drill, kind) ? { ...drill, ...end } : drill))
    : drills

interface Boot {
  readonly boot: BootRecord
  readonly isUnsafe: boolean
  readonly nowMs: Instant
  readonly mode: ExecutionMode
}

const afterBoot = (drills: readonly Drill[], { boot, isUnsafe, nowMs, mode }: Boot): readonly Drill[] => {
  const { previous, bootId, startedAtMs, firsts, damage } = boot
  if (!previous || previous.endedCleanly) return drills
  const known = drills.find(({ drillId }) => drillId === bootId)
  if (!known) {
    const drill: Drill = {
      drillId: bootId,
      kind: 'KILL',
      mode,
      startedAtMs,
      completedAtMs: null,
      outcome: 'PENDING',
      by: null,
      heldWithinMs: null,
    }
    return [...drills, drill]
  }
  if (known.outcome !== 'PENDING') return drills
  if (isUnsafe || damage !== null) return endPending(drills, 'KILL', { outcome: 'UNSAFE', completedAtMs: nowMs })
  const proven = [firsts.read, firsts.resolved, firsts.reconciled, firsts.protected]
  if (proven.includes(null)) return drills
  return endPending(drills, 'KILL', {
    outcome: 'COMPLETE',
    completedAtMs: Math.max(...proven.map((atMs) => atMs ?? 0)),
  })
}
