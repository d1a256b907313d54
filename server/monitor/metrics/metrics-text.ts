/** Prometheus metrics of the server: state, verdict of every surface, and age of every input. */

import { relativeRank } from '../../../contract/monitor/index.ts'
import { type Report, SEVERITIES } from '../../../contract/monitor/surface.ts'
import { INPUT_NAMES, type TruthInputs, type TruthSnapshot } from '../frame/inputs.ts'
import { missingInput } from '../frame/missing-evidence.ts'
import type { Reports } from '../frame/reports.ts'
import { accountMetrics, orderMetrics, positionMetrics } from './book-metrics.ts'
import {
  engineMetrics,
  exchangeMetrics,
  feedMetrics,
  httpMetrics,
  processMetrics,
  storeMetrics,
  streamMetrics,
} from './health-metrics.ts'
import { flag, gauge, gauges, type MetricFamily, printFamilies, toSeconds } from './metric-family.ts'

/** Prints the state at one instant as Prometheus metrics; missing values are omitted, never reported as zero. */
export const metricsText = (reports: Reports): string => {
  const { httpAnswers, streamStanding } = reports.snapshot.inputs
  return engineMetricsText(reports) + clientMetricsText(httpAnswers?.value, streamStanding?.value)
}

/** Prints the metrics of an engine, without those of its clients. */
export const engineMetricsText = (reports: Reports): string => printFamilies(metricFamilies(reports))

/** Prints the metrics of REST and stream. */
export const clientMetricsText = (
  httpAnswers: TruthInputs['httpAnswers'] | undefined,
  streamStanding: TruthInputs['streamStanding'] | undefined,
): string =>
  printFamilies([
    ...(httpAnswers ? httpMetrics(httpAnswers) : []),
    ...(streamStanding ? streamMetrics(streamStanding) : []),
  ])

const metricFamilies = (reports: Reports): MetricFamily[] => {
  const { snapshot } = reports
  const { inputs, hashes, takenAtMs } = snapshot
  const { processFigures, engine, latch, account, orders, feeds } = inputs
  return [
    ...(processFigures ? processMetrics(processFigures.value, hashes.build) : []),
    gauge('snapshot_timestamp_seconds', 'Time of this snapshot.', takenAtMs / 1_000),
    ...engineMetrics(engine?.value, latch?.value),
    ...surfaceMetrics(reports.all()),
    ...(account ? accountMetrics(account.value) : []),
    ...positionMetrics(snapshot),
    ...(orders ? orderMetrics(orders.value) : []),
    ...(feeds ? feedMetrics(feeds.value) : []),
    ...exchangeMetrics(snapshot),
    ...storeMetrics(snapshot),
    ...evidenceMetrics(snapshot),
  ]
}

/** Builds the metrics of every surface verdict. */
const surfaceMetrics = (reports: readonly Report[]): MetricFamily[] => [
  gauges(
    'surface_verdict_rank',
    'Rank of the verdict of a monitor surface: above 0 good, 0 not enough evidence, below 0 bad.',
    reports.map(({ surface, verdict }) => ({ labels: { surface, verdict }, value: relativeRank(surface, verdict) })),
  ),
  gauges(
    'surface_severity',
    `Severity of a monitor surface: ${SEVERITIES.map((severity, rank) => `${rank} ${severity}`).join(', ')}.`,
    reports.map(({ surface, severity }) => ({ labels: { surface }, value: SEVERITIES.indexOf(severity) })),
  ),
]

/** Builds the metrics of the age of all evidence. */
const evidenceMetrics = (snapshot: TruthSnapshot): MetricFamily[] => {
  const { inputs, takenAtMs } = snapshot
  return [
    gauges(
      'evidence_age_seconds',
      'Age of each monitor input.',
      INPUT_NAMES.map((name) => {
        const observed = inputs[name]
        const ageMs = observed && Math.max(0, takenAtMs - observed.observedAtMs)
        return { labels: { input: name }, value: toSeconds(ageMs) }
      }),
    ),
    gauges(
      'evidence_fresh',
      '1 for each monitor input that is recent enough to be relied on.',
      INPUT_NAMES.map((name) => ({
        labels: { input: name },
        value: flag(missingInput(name, snapshot) === null),
      })),
    ),
  ]
}
