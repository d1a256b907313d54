/** Requirements of readiness gates on the past days: verdicts, reconciliations, feeds, clock and drills. */

import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import type { Drill } from '../../inputs/go-live.ts'
import { inputPart, type Part, type ReadinessEvidence } from './readiness-evidence.ts'

/** Requires that a surface had only these verdicts over the window; insufficient evidence counts as not observed. */
export const pastVerdicts = (evidence: ReadinessEvidence, surface: string, good: readonly string[]): Part => {
  const { needMs, days } = readWindow(evidence)
  return inputPart(evidence, 'watch', {
    what: `The verdict of ${surface} over ${days} days`,
    threshold: `${good.join(' or ')} for at least ${toHours(needMs)} h, and no other verdict`,
    measure: ({ verdicts }) => {
      const times = Object.entries(verdicts[surface] ?? {}).filter(([verdict]) => verdict !== 'INSUFFICIENT_EVIDENCE')
      const sum = (isWanted: boolean): number =>
        times.reduce((total, [verdict, ms]) => (good.includes(verdict) === isWanted ? total + ms : total), 0)
      const [goodMs, otherMs] = [sum(true), sum(false)]
      if (otherMs > 0) return { holds: false, measured: `another verdict for ${toMinutes(otherMs)} min` }
      return { holds: goodMs >= needMs, measured: `${toHours(goodMs)} h observed`, tooLittle: true }
    },
  })
}

/** Requires enough reconciliations with the exchange, none with a remaining difference. */
export const pastReconciliations = (evidence: ReadinessEvidence): Part => {
  const { goLiveReconciliations: need } = evidence.frame.constitution.monitor
  return inputPart(evidence, 'watch', {
    what: `Reconciliations without remaining differences over ${readWindow(evidence).days} days`,
    threshold: need,
    unit: 'comparisons',
    measure: ({ reconciliations, differing }) =>
      differing > 0
        ? { holds: false, measured: `${differing} of ${reconciliations} left a difference` }
        : { holds: reconciliations >= need, measured: reconciliations, tooLittle: true },
  })
}

/** Requires fresh prices of every instrument; fails once the missed part of the window can no longer be made up for. */
export const pastFeed = (evidence: ReadinessEvidence): Part => {
  const { goLiveFeedShare: share } = evidence.frame.constitution.monitor
  const { days, needMs } = readWindow(evidence)
  const mostMs = (1 - share) * days * DAY_MS
  return inputPart(evidence, 'watch', {
    what: `Time without fresh prices over ${days} days`,
    threshold: `at most ${toMinutes(mostMs)} min in at least ${toHours(needMs)} h`,
    measure: ({ observedMs, feedMs }) => {
      const lostMs = observedMs - feedMs
      const measured = `${toMinutes(lostMs)} min in ${toHours(observedMs)} h`
      if (lostMs > mostMs) return { holds: false, measured }
      return { holds: observedMs >= needMs, measured, tooLittle: true }
    },
  })
}

/** Minimum number of measurements for a 99th percentile. */
const CLOCK_SAMPLES_MIN = 100

/** Requires that the clock was close to the clock of the exchange. */
export const pastClock = (evidence: ReadinessEvidence): Part => {
  const { goLiveClockOffsetMs: mostMs } = evidence.frame.constitution.monitor
  const { days, needMs } = readWindow(evidence)
  return inputPart(evidence, 'watch', {
    what: `Clock offset including its error, p99 over ${days} days`,
    threshold: mostMs,
    unit: 'ms',
    measure: ({ clockP99Ms, clockSamples, observedMs }) => {
      if (clockP99Ms === null || clockSamples < CLOCK_SAMPLES_MIN)
        return { holds: false, measured: null, tooLittle: true }
      const measured = Math.round(clockP99Ms * 10) / 10
      if (measured > mostMs) return { holds: false, measured }
      return { holds: observedMs >= needMs, measured, tooLittle: true }
    },
  })
}

/** Requires kills after which this market and mode recovered, with everything proven in time. */
export const survivedKills = (evidence: ReadinessEvidence): Part => {
  const { goLiveDrills: need, goLiveDays: days, goLiveRestartMs: mostMs } = evidence.frame.constitution.monitor
  return inputPart(evidence, 'drills', {
    what: `Safe recoveries from a killed process within ${days} days`,
    threshold: `${need}, each within ${mostMs} ms`,
    measure: (drills) => {
      const ended = recent(drills, evidence).filter(({ kind, outcome }) => kind === 'KILL' && isJudged(outcome))
      const bad = ended.filter((drill) => drill.outcome === 'UNSAFE' || tookMs(drill) > mostMs)
      const slowest = Math.max(0, ...ended.map(tookMs))
      if (bad.length > 0)
        return { holds: false, measured: `${bad.length} of ${ended.length} failed, the slowest took ${slowest} ms` }
      return { holds: ended.length >= need, measured: ended.length, tooLittle: true }
    },
  })
}

/** Reports the newest emergency stop that completed, and how quickly it took effect. */
export const stopDrill = (evidence: ReadinessEvidence): Part => {
  const { goLiveDays: days, goLiveLatchMs: mostMs } = evidence.frame.constitution.monitor
  return inputPart(evidence, 'drills', {
    what: `An emergency stop completed within ${days} days`,
    threshold: `held within ${mostMs} ms`,
    measure: (drills) => {
      const newest = recent(drills, evidence).findLast(
        ({ kind, outcome }) => kind === 'EMERGENCY_STOP' && outcome === 'COMPLETE',
      )
      if (!newest) return { holds: false, measured: null, tooLittle: true }
      const heldMs = newest.heldWithinMs ?? Number.POSITIVE_INFINITY
      return { holds: heldMs <= mostMs, measured: `held within ${heldMs} ms` }
    },
  })
}

const isJudged = (outcome: Drill['outcome']): boolean => outcome === 'COMPLETE' || outcome === 'UNSAFE'

const tookMs = ({ startedAtMs, completedAtMs }: Drill): number => (completedAtMs ?? startedAtMs) - startedAtMs

const recent = (drills: readonly Drill[], { frame }: ReadinessEvidence): readonly Drill[] =>
  drills.filter(({ startedAtMs }) => startedAtMs > frame.nowMs - frame.constitution.monitor.goLiveDays * DAY_MS)

const readWindow = ({ frame }: ReadinessEvidence) => {
  const { goLiveWindowDays: days, goLiveObservedShare: share } = frame.constitution.monitor
  return { days, needMs: days * DAY_MS * share }
}

const toHours = (ms: number): number => Math.floor((10 * ms) / HOUR_MS) / 10
const toMinutes = (ms: number): number => Math.ceil((10 * ms) / 60_000) / 10
