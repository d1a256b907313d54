/** Steps of the signal funnel, from signals to fills, and the bar of each step. */

import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'

/**
 * Returns the funnel of candidates. Each blocked candidate counts at one gate, the first by number, so that the gates
 * together remove exactly the candidates that did not become an order; the gate that blocks most comes first.
 */
export const buildSignalFunnel = (data: RootCause, filled: number | null): readonly FunnelStep[] => {
  const { candidates, passed, upstream } = data
  const whole = candidates ?? 0
  return [
    { id: 'signals', name: t('Signals'), kind: 'SIGNALS', count: upstream.signals, from: 0, ...NO_GATE },
    { id: 'candidates', name: t('Candidates'), kind: 'CANDIDATES', count: candidates, from: whole, ...NO_GATE },
    ...blockedSteps(data.gates, whole),
    { id: 'ordered', name: t('Ordered'), kind: 'ORDERED', count: passed, from: passed ?? 0, ...NO_GATE },
    { id: 'filled', name: t('Filled'), kind: 'FILLED', count: filled, from: filled ?? 0, ...NO_GATE },
  ]
}

type RootCause = NonNullable<components['schemas']['PreDispatchRootCauseTruth']['data']>

/** One step from signals to fills. */
export interface FunnelStep {
  readonly id: string
  readonly name: string
  readonly kind: 'SIGNALS' | 'CANDIDATES' | 'BLOCKED' | 'ORDERED' | 'FILLED'
  /** Null while unknown. */
  readonly count: number | null
  /** Number of candidates left before this step, where its bar starts. */
  readonly from: number
  /** Candidates blocked only by this gate; null for steps that are not gates. */
  readonly sole: number | null
  /** Candidates blocked by this gate, alone or with others; null for steps that are not gates. */
  readonly any: number | null
}

const NO_GATE = { sole: null, any: null } as const

const blockedSteps = (gates: RootCause['gates'], whole: number): readonly FunnelStep[] => {
  let left = whole
  return gates
    .filter(({ anyFail }) => anyFail > 0)
    .toSorted((a, b) => b.firstFail - a.firstFail || b.anyFail - a.anyFail || a.order - b.order)
    .map(({ gateId, label, firstFail, soleBlocker, anyFail }) => {
      const from = left
      left -= firstFail
      return {
        id: gateId,
        name: `${gateId} ${label}`,
        kind: 'BLOCKED',
        count: firstFail,
        from,
        sole: soleBlocker,
        any: anyFail,
      }
    })
}

/** Returns the start and length of a bar in percent of the candidates; undefined when there is nothing to draw. */
export const barExtent = ({ kind, count, from }: FunnelStep, candidates: number | null) => {
  if (kind === 'SIGNALS' || !count || !candidates) return undefined
  return { startPct: ((from - count) / candidates) * 100, widthPct: (count / candidates) * 100 }
}
