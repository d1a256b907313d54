import type { Reports } from '../frame/reports.ts'
import { accountMetrics, orderMetrics, positionMetrics } from './book-metrics.ts'
import { engineMetrics } from './engine-metrics.ts'
import {
  exchangeMetrics,
  feedMetrics,
  httpMetrics,
  processMetrics,
  storeMetrics,
  streamMetrics,
} from './health-metrics.ts'
import { gauge, type MetricFamily, printFamilies } from './metric-family.ts'
import { evidenceMetrics, surfaceMetrics } from './surface-metrics.ts'

/** Prints the state at one instant as Prometheus metrics; missing values are omitted, never reported as zero. */
export const metricsText = (reports: Reports): string => printFamilies(metricFamilies(reports))

const metricFamilies = (reports: Reports): MetricFamily[] => {
  const { snapshot } = reports
  const { inputs, hashes, takenAtMs } = snapshot
  const { processFigures, httpAnswers, streamStanding, engine, latch, account, orders, feeds } = inputs
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
    ...(httpAnswers ? httpMetrics(httpAnswers.value) : []),
    ...(streamStanding ? streamMetrics(streamStanding.value) : []),
    ...evidenceMetrics(snapshot),
  ]
}
