import { publicStatusTruth as contract } from '../../../contract/monitor/public-status-truth.ts'
import { HOUR_MS, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import type { StatusHistoryTruth } from '../inputs/status-history.ts'
import type { Component } from '../status/component.ts'
import { componentsOf } from '../status/components.ts'
import { nextStepOf, tradingAvailabilityOf } from '../status/next-step.ts'
import {
  CRITICAL_FINDING,
  exchangeLost,
  hasCriticalFinding,
  PUBLIC_NEEDS,
  publicFault,
  publicJudgement,
} from '../status/public-verdict.ts'
import { surfaceOf } from '../surface.ts'

/** One verdict for anyone who asks whether it works; its summary and reasons speak of no money, position or symbol. */
export const publicStatusTruth = surfaceOf({
  contract,
  needs: PUBLIC_NEEDS,
  shows: ['statusHistory'],
  fault: publicFault,
  explain: exchangeLost,
  carries: (_seen, frame) => (hasCriticalFinding(frame) ? 'CRITICAL' : 'OK'),
  judge(seen, frame) {
    const finding = publicJudgement(seen, frame)
    if (!hasCriticalFinding(frame)) return finding
    const reasons = [...finding.reasons, CRITICAL_FINDING]
    if (finding.verdict !== 'OPERATIONAL') return { ...finding, reasons }
    return { verdict: 'DEGRADED', summary: `${CRITICAL_FINDING.message} ${finding.summary}`, reasons }
  },
  data(seen, frame) {
    const components = componentsOf(seen, frame)
    const history = seen.statusHistory
    return {
      components: components.map(({ id, status, detailCode, lastObservedAtMs }) => ({
        id,
        status,
        since: sinceOf(history, { id, status }),
        lastObservedAt: lastObservedAtMs === null ? null : toRfc3339(lastObservedAtMs),
        detailCode,
      })),
      tradingAvailability: tradingAvailabilityOf(seen, components),
      lastIncident: incidentOf(history),
      uptime24hPct: uptimeOf(history),
      observedSec24h: Math.floor((history?.observedMs ?? 0) / SECOND_MS),
      nextStep: nextStepOf(seen, components),
    }
  },
})

const sinceOf = (
  history: StatusHistoryTruth | undefined,
  { id, status }: Pick<Component, 'id' | 'status'>,
): string | null => {
  const known = history?.components.find((component) => component.id === id)
  return known?.status === status ? toRfc3339(known.sinceMs) : null
}

const incidentOf = (history: StatusHistoryTruth | undefined) => {
  if (!history?.lastIncident) return null
  const { code, startedAtMs, endedAtMs } = history.lastIncident
  return { code, startedAt: toRfc3339(startedAtMs), endedAt: endedAtMs === null ? null : toRfc3339(endedAtMs) }
}

const uptimeOf = (history: StatusHistoryTruth | undefined): number | null =>
  history && history.observedMs >= HOUR_MS
    ? Math.round((history.workingMs / history.observedMs) * 100_000) / 1_000
    : null
