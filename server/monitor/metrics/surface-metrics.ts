import { relativeRank } from '../../../contract/monitor/index.ts'
import { type Report, SEVERITIES } from '../../../contract/monitor/surface.ts'
import { INPUT_NAMES } from '../frame/inputs.ts'
import { missingInput } from '../frame/missing-evidence.ts'
import type { TruthSnapshot } from '../frame/snapshot.ts'
import { flag, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/** Builds the metrics of every surface verdict. */
export const surfaceMetrics = (reports: readonly Report[]): MetricFamily[] => [
  gauges(
    'surface_verdict_rank',
    'Verdict of a monitor surface: above 0 is good, 0 is not enough evidence, below 0 is worse.',
    reports.map(({ surface, verdict }) => ({ labels: { surface, verdict }, value: relativeRank(surface, verdict) })),
  ),
  gauges(
    'surface_severity',
    `How much that matters: ${SEVERITIES.map((severity, rank) => `${rank} ${severity}`).join(', ')}.`,
    reports.map(({ surface, severity }) => ({ labels: { surface }, value: SEVERITIES.indexOf(severity) })),
  ),
]

/** Builds the metrics of the age of all evidence. */
export const evidenceMetrics = (snapshot: TruthSnapshot): MetricFamily[] => {
  const { inputs, takenAtMs } = snapshot
  return [
    gauges(
      'evidence_age_seconds',
      'How long ago each input of the monitor was observed.',
      INPUT_NAMES.map((name) => {
        const observed = inputs[name]
        const ageMs = observed && Math.max(0, takenAtMs - observed.observedAtMs)
        return { labels: { input: name }, value: toSeconds(ageMs) }
      }),
    ),
    gauges(
      'evidence_fresh',
      'Whether each input of the monitor was observed lately enough to be relied on.',
      INPUT_NAMES.map((name) => ({
        labels: { input: name },
        value: flag(missingInput(name, snapshot) === null),
      })),
    ),
  ]
}
