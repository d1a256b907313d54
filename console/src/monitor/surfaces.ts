import type { Channel, ChannelData } from '@plimsoll/client'

type MonitorChannel = Extract<Channel, `monitor.${string}`>
export type Surface = MonitorChannel extends `monitor.${infer Name}` ? Name : never

/** Report of any surface. */
export type Report = ChannelData[MonitorChannel]

/** Order of all surfaces, the most important first. A missing or unknown name does not compile. */
const ORDER: Readonly<Record<Surface, number>> = {
  'operator-compact-truth': 1,
  'public-status-truth': 2,
  'protection-blocker-truth': 3,
  'pre-dispatch-root-cause-truth': 4,
  'exchange-market-intelligence-truth': 5,
  'execution-throttle-truth': 6,
  'restart-continuity-truth': 7,
  'runtime-constitution-truth': 8,
  'security-rbac-truth': 9,
  'evidence-loop-closure-truth': 10,
  'candidate-quality-v3': 11,
  'profitability-quality-scorecard': 12,
  'full-strategy-pattern-coverage': 13,
  'anti-manipulation-truth': 14,
  'messenger-dynamic-truth': 15,
  'rag-nlp-ml-boundary-truth': 16,
  'frontend-route-truth': 17,
  'go-live-readiness-snapshot': 18,
  'live-readiness-decision-packet': 19,
}

export const SURFACES = (Object.keys(ORDER) as Surface[]).toSorted((a, b) => ORDER[a] - ORDER[b])
