/** Rules of the surface `public-status-truth`: the public status of the platform. */

import { publicStatusTruth as contract } from '../../../../contract/monitor/public-status-truth.ts'
import { HOUR_MS, SECOND_MS, toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import { exchangeLost } from '../../frame/exchange-lost.ts'
import { defineSurface } from '../../frame/surface.ts'
import type { StatusHistoryTruth } from '../../inputs/observation.ts'
import type { Component } from './component.ts'
import { judgeComponents } from './components.ts'
import { chooseNextStep, judgeAvailability } from './next-step.ts'
import { CRITICAL_FINDING, hasCriticalFinding, PUBLIC_NEEDS, publicFault, publicJudgement } from './public-verdict.ts'

/** One public verdict on the platform; its summary and reasons mention no money, position or symbol. */
export const publicStatusTruth = defineSurface({
  contract,
  needs: PUBLIC_NEEDS,
  optional: ['statusHistory'],
  fault: publicFault,
  explain: exchangeLost,
  carries: (_inputs, frame) => (hasCriticalFinding(frame) ? 'CRITICAL' : 'OK'),
  judge(inputs, frame) {
    const finding = publicJudgement(inputs, frame)
    if (!hasCriticalFinding(frame)) return finding
    const reasons = [...finding.reasons, CRITICAL_FINDING]
    if (finding.verdict !== 'OPERATIONAL') return { ...finding, reasons }
    return { verdict: 'DEGRADED', summary: `${CRITICAL_FINDING.message} ${finding.summary}`, reasons }
  },
  data(inputs, frame) {
    const components = judgeComponents(inputs, frame)
    const history = inputs.statusHistory
    return {
      components: components.map(({ id, status, detailCode, lastObservedAtMs }) => ({
        id,
        status,
        since: statusSince(history, { id, status }),
        lastObservedAt: toRfc3339OrNull(lastObservedAtMs),
        detailCode,
      })),
      tradingAvailability: judgeAvailability(inputs, components, frame),
      lastIncident: incidentBody(history),
      uptime24hPct: computeUptime(history),
      observedSec24h: Math.floor((history?.observedMs ?? 0) / SECOND_MS),
      nextStep: chooseNextStep(inputs, components),
    }
  },
})

const statusSince = (
  history: StatusHistoryTruth | undefined,
  { id, status }: Pick<Component, 'id' | 'status'>,
): string | null => {
  const known = history?.components.find((component) => component.id === id)
  return known?.status === status ? toRfc3339(known.sinceMs) : null
}

const incidentBody = (history: StatusHistoryTruth | undefined) => {
  if (!history?.lastIncident) return null
  const { code, startedAtMs, endedAtMs } = history.lastIncident
  return { code, startedAt: toRfc3339(startedAtMs), endedAt: toRfc3339OrNull(endedAtMs) }
}

const computeUptime = (history: StatusHistoryTruth | undefined): number | null =>
  history && history.observedMs >= HOUR_MS
    ? Math.round((history.workingMs / history.observedMs) * 100_000) / 1_000
    : null
