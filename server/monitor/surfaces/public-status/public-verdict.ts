/** Public verdict on the platform: outages and stops, the state of the engine, and lost exchange connections. */

import type { publicStatusTruth } from '../../../../contract/monitor/public-status-truth.ts'
import type { Cause, Finding, Frame } from '../../frame/surface.ts'
import type { Component, StatusInputs } from './component.ts'
import { COMPONENT_INPUTS, componentInputs, judgeComponents } from './components.ts'
import { explainCause, isPausedByBreaker, STEPS, sentence } from './next-step.ts'

/** Judges the state of the engine when there is neither outage nor stop and all inputs are available. */
export const publicJudgement = (inputs: StatusInputs, frame: Standpoint): Finding<Verdict> => {
  const components = judgeComponents(inputs, frame)
  const bad = components.filter(({ status }) => status !== 'UP')
  const confirmed = `${components.length - bad.length} of ${components.length} components are healthy`
  const state = inputs.engine?.state ?? 'STOPPED'
  const reason = { code: `STATE_${state}`, message: `The engine is ${state}.`, of: ['engine'] } as const
  if (state === 'RECONCILING' || state === 'STARTING') {
    return createFinding('RECOVERING', `The engine is ${state}; ${confirmed}.`, [reason])
  }
  if (bad.length > 0) {
    return createFinding(
      'DEGRADED',
      `${confirmed}; ${bad.map((component) => describeComponent(component, inputs)).join('; ')}.`,
      toCauses(bad, inputs),
    )
  }
  if (state === 'PAUSED' && isPausedByBreaker(inputs)) {
    const message = 'A breaker has paused autotrading.'
    const remedy = 'Check which limit was reached: operator-compact-truth, or on the host: plimsoll status.'
    return createFinding('TRADING_PAUSED', `A breaker has paused autotrading; ${confirmed}.`, [
      { ...reason, message, remedy },
    ])
  }
  if (state === 'PAUSED') return createFinding('TRADING_PAUSED', `Autotrading is paused; ${confirmed}.`, [reason])
  if (state !== 'RUNNING') return createFinding('TRADING_STOPPED', `The engine is ${state}; ${confirmed}.`, [reason])
  return createFinding('OPERATIONAL', `The engine is RUNNING; ${confirmed}.`, [])
}

/** Inputs required before the platform is reported as healthy. */
export const PUBLIC_NEEDS = ['latch', ...COMPONENT_INPUTS] as const

type Verdict = keyof (typeof publicStatusTruth)['verdicts']
type Standpoint = Pick<Frame, 'constitution' | 'nowMs' | 'observedAtMs'>

/** Finds an outage or an emergency stop; an unobservable stop counts as engaged. */
export const publicFault = (inputs: StatusInputs, frame: Standpoint): Finding<Verdict> | null => {
  const down = judgeComponents(inputs, frame).filter(({ status }) => status === 'DOWN')
  if (down.some(({ id }) => id === 'STORE')) {
    return createFinding(
      'OUTAGE',
      'The store cannot be written, so decisions cannot be made durable.',
      toCauses(down, inputs),
    )
  }
  const { latch } = inputs
  if (latch && !latch.engaged) return null
  const engaged = latch?.at ? `has been engaged since ${latch.at}` : 'is engaged'
  const summary = latch
    ? `An emergency stop ${engaged}; no order that increases risk is sent.`
    : 'The state of the emergency stop cannot be read; it is treated as engaged.'
  const code = latch ? 'EMERGENCY_STOP' : 'LATCH_NOT_SEEN'
  return createFinding('EMERGENCY_STOPPED', summary, [{ code, message: summary, of: ['latch'] }])
}

const createFinding = (verdict: Verdict, summary: string, reasons: readonly Cause[]): Finding<Verdict> => ({
  verdict,
  summary,
  reasons,
})

/** Component and cause, as a clause of a sentence. */
const describeComponent = ({ id, status, detailCode }: Component, inputs: StatusInputs): string =>
  `${id}: ${explainCause(detailCode, inputs)?.cause ?? `${status} (${detailCode})`}`

const toCauses = (components: readonly Component[], inputs: StatusInputs): Cause[] =>
  components.map((component) => {
    const remedy = explainCause(component.detailCode, inputs)?.remedy
    return {
      code: `COMPONENT_${component.status}`,
      message: `${component.id} is ${component.status}: ${explainCause(component.detailCode, inputs)?.cause ?? component.detailCode}.`,
      remedy: remedy === undefined ? STEPS[component.id] : sentence(remedy),
      of: componentInputs(component),
    }
  })

/** Returns whether any other surface reports a critical finding; the surface is not made public. */
export const hasCriticalFinding = ({ reports }: Pick<Frame, 'reports'>): boolean =>
  [...reports.values()].some(({ severity }) => severity === 'CRITICAL')

export const CRITICAL_FINDING: Cause = {
  code: 'CRITICAL_FINDING',
  message: 'A monitor surface reports a critical finding; operator-compact-truth names it.',
  of: [],
  severity: 'CRITICAL',
}
