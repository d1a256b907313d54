import type { publicStatusTruth } from '../../../contract/monitor/public-status-truth.ts'
import type { Cause, Finding, Frame } from '../surface.ts'
import type { Component, StatusSeen } from './component.ts'
import { COMPONENT_INPUTS, componentsOf, inputsOf } from './components.ts'

type Verdict = keyof (typeof publicStatusTruth)['verdicts']
type Standpoint = Pick<Frame, 'constitution' | 'nowMs' | 'observedAtMs'>

/** What has to be seen before anything good is said of the platform. */
export const PUBLIC_NEEDS = ['latch', ...COMPONENT_INPUTS] as const

/** An outage, or an emergency stop; one that cannot be seen counts as engaged. */
export const publicFault = (seen: StatusSeen, frame: Standpoint): Finding<Verdict> | null => {
  const down = componentsOf(seen, frame).filter(({ status }) => status === 'DOWN')
  if (down.some(({ id }) => id === 'STORE')) {
    return said('OUTAGE', 'What is decided cannot be made durable: the store cannot be written.', reasonsOf(down))
  }
  const { latch } = seen
  if (latch && !latch.engaged) return null
  const since = latch?.at ? ` since ${latch.at}` : ''
  const summary = latch
    ? `An emergency stop is engaged${since}; nothing that increases risk is let out.`
    : 'Whether an emergency stop is engaged cannot be found out, which counts as engaged.'
  const code = latch ? 'EMERGENCY_STOP' : 'LATCH_NOT_SEEN'
  return said('EMERGENCY_STOPPED', summary, [{ code, message: summary, of: ['latch'] }])
}

/** How it is where neither is so and all of it is seen. */
export const publicJudgement = (seen: StatusSeen, frame: Standpoint): Finding<Verdict> => {
  const components = componentsOf(seen, frame)
  const bad = components.filter(({ status }) => status !== 'UP')
  const confirmed = `${components.length - bad.length} of ${components.length} components are well`
  const state = seen.engine?.state ?? 'STOPPED'
  const reason = { code: `STATE_${state}`, message: `The engine is ${state}.`, of: ['engine'] } as const
  if (state === 'RECONCILING' || state === 'STARTING') {
    return said('RECOVERING', `The engine is ${state}; ${confirmed}.`, [reason])
  }
  if (bad.length > 0) {
    return said('DEGRADED', `${confirmed}; not ${bad.map(({ id }) => id).join(', ')}.`, reasonsOf(bad))
  }
  if (state === 'PAUSED') return said('TRADING_PAUSED', `Autotrading is paused; ${confirmed}.`, [reason])
  if (state !== 'RUNNING') return said('TRADING_STOPPED', `The engine is ${state}; ${confirmed}.`, [reason])
  return said('OPERATIONAL', `The engine is RUNNING; ${confirmed}.`, [])
}

const said = (verdict: Verdict, summary: string, reasons: readonly Cause[]): Finding<Verdict> => ({
  verdict,
  summary,
  reasons,
})

const reasonsOf = (components: readonly Component[]): Cause[] =>
  components.map((component) => ({
    code: `COMPONENT_${component.status}`,
    message: `${component.id} is ${component.status}.`,
    of: inputsOf(component),
  }))
