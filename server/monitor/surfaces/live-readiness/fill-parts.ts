/** Requirements of readiness gate LR04 on the recorded comparison of paper fills with the recorded order book. */

import { DAY_MS, type Instant, toRfc3339 } from '../../../core/instant.ts'
import type { FillReading, ReadinessCheck } from '../../inputs/go-live.ts'
import { inputPart, type Part, type ReadinessEvidence } from './readiness-evidence.ts'

const FILLS_MIN = 100

/** Requires that enough fills of the last days were compared, and that none of them was left out. */
export const fillsCompared = (evidence: ReadinessEvidence): Part => {
  const { goLiveWindowDays: days } = evidence.frame.constitution.monitor
  const fromMs = evidence.frame.nowMs - days * DAY_MS
  return inputPart(evidence, 'readinessChecks', {
    what: 'Paper fills compared with the recorded order book',
    threshold: `${FILLS_MIN} fills, none left out, the last within ${days} days`,
    unit: 'fills',
    measure(checks) {
      const comparison = newest(checks)
      if (!comparison) return { holds: false, measured: null, tooLittle: true }
      const { count, atMs, fills } = comparison
      const holds = count >= FILLS_MIN && fills.incomplete === null && atMs > fromMs
      return { holds, measured: describe(comparison), tooLittle: true }
    },
  })
}

/** Requires that the fills were as the recorded order book would have given them. */
export const fillDistance = (evidence: ReadinessEvidence): Part => {
  const { goLiveFillErrorBps: most } = evidence.frame.constitution.monitor
  return inputPart(evidence, 'readinessChecks', {
    what: 'Median distance of paper fills from those of the recorded order book',
    threshold: most,
    unit: 'bps',
    measure(checks) {
      const comparison = newest(checks)
      if (!comparison) return { holds: false, measured: null, tooLittle: true }
      const { medianBps } = comparison.fills
      const measured = medianBps ?? 'no counterpart for at least half of the fills'
      return { holds: medianBps !== null && medianBps <= most, measured, tooLittle: comparison.count < FILLS_MIN }
    },
  })
}

interface Comparison extends ReadinessCheck {
  readonly fills: FillReading
}

const newest = (checks: readonly ReadinessCheck[]): Comparison | undefined =>
  checks.findLast((check): check is Comparison => check.kind === 'FILLS' && check.fills !== undefined)

const describe = ({ count, note, by, atMs, fills }: Comparison): string =>
  [
    `${count} fills from ${printDay(fills.fromMs)} to ${printDay(fills.toMs)}`,
    ...(fills.incomplete === null ? [] : [`incomplete: ${fills.incomplete}`]),
    ...(note === null ? [] : [note]),
    `the last at ${toRfc3339(atMs)}, recorded by ${by}`,
  ].join(', ')

const printDay = (atMs: Instant): string => toRfc3339(atMs).slice(0, 10)
