/** Concerns of the operator across all surfaces, in order of urgency, and the next action for each. */

import type { Static } from 'typebox'
import { relativeRank } from '../../../../contract/monitor/index.ts'
import type { operatorCompactTruth } from '../../../../contract/monitor/operator-compact-truth.ts'
import { INSUFFICIENT, type Report } from '../../../../contract/monitor/surface.ts'
import { counted, seconds } from '../../frame/missing-evidence.ts'
import { NETWORK } from '../../frame/remedies.ts'
import type { Available, Cause, Frame } from '../../frame/surface.ts'

/** Returns every concern: urgent ones, then an engaged stop, then the others, the worst first. */
export const findConcerns = (inputs: OperatorInputs, frame: Frame): Concern[] =>
  [...dangers(inputs, frame), ...attentions(inputs, frame), ...choices(inputs)]
    .filter((concern) => concern !== null)
    .toSorted((a, b) => concernRank(a) - concernRank(b))

/** Cause that a person must act on now, should check, or has chosen. */
export interface Concern extends Cause {
  readonly code: ActionCode
  readonly level: 'ACT_NOW' | 'ATTENTION' | 'STOPPED_BY_CHOICE'
  /** True for an engaged stop: nothing continues before it is cleared. */
  readonly isStop?: true
}

export type OperatorInputs = Available<'engine' | 'latch' | 'account' | 'positions' | 'orders'>

/**
 * Surfaces whose faults are concerns, with the action for each; faults of other surfaces only appear in their own
 * reports.
 */
export const WATCHED: Readonly<Record<string, ActionCode>> = {
  'public-status-truth': 'PUBLIC_STATUS',
  'protection-blocker-truth': 'PROTECTION',
  'rag-nlp-ml-boundary-truth': 'BOUNDARY',
  'security-rbac-truth': 'SECURITY',
  'runtime-constitution-truth': 'CONSTITUTION',
}

/** Surfaces for which a verdict below insufficient evidence is a violation. */
const GUARDS: readonly string[] = ['rag-nlp-ml-boundary-truth', 'security-rbac-truth', 'runtime-constitution-truth']

const RANKS: readonly (Concern['level'] | 'STOP')[] = ['ACT_NOW', 'STOP', 'ATTENTION', 'STOPPED_BY_CHOICE']

const concernRank = ({ level, isStop }: Concern): number =>
  RANKS.indexOf(isStop && level !== 'ACT_NOW' ? 'STOP' : level)

type Concerns = readonly (Concern | null)[]

const dangers = (inputs: OperatorInputs, { reports, nowMs, constitution }: Frame): Concerns => {
  const { engine, orders = [], positions = [] } = inputs
  const naked = positions.filter(({ protection }) => protection.unprotectedSince !== null).length
  return [
    stoppedItself(engine),
    engine?.state === 'HALTED' && naked > 0
      ? act('HALTED_UNPROTECTED', `HALTED with ${counted(naked, 'position')} without a verified stop.`, 'positions')
      : null,
    reports.get('protection-blocker-truth')?.verdict === 'UNPROTECTED'
      ? act('UNPROTECTED', 'A position has been without a verified stop for too long.', 'positions')
      : null,
    reports.get('public-status-truth')?.verdict === 'OUTAGE'
      ? act('OUTAGE', 'Decisions cannot be stored durably.', 'engine')
      : null,
    unresolvedOutcome(orders, nowMs, constitution.monitor.maxUnknownOutcomeMs),
    ...GUARDS.map((surface) => {
      const report = reports.get(surface)
      const code = WATCHED[surface]
      return report && code && isBad(report) ? act(code, `${surface}: ${report.summary}`, 'engine') : null
    }),
    ...criticalReports(reports).map((report) =>
      act('SURFACE_CRITICAL', `${report.surface}: ${report.summary}`, 'engine'),
    ),
  ]
}

/** Returns critical reports of surfaces not covered by the concerns above. */
const criticalReports = (reports: Frame['reports']): Report[] =>
  [...reports.values()].filter(({ surface, severity }) => severity === 'CRITICAL' && !SPOKEN_FOR.includes(surface))

const SPOKEN_FOR: readonly string[] = ['public-status-truth', 'protection-blocker-truth', ...GUARDS]

type Input = 'engine' | 'latch' | 'positions' | 'orders'

const concern =
  (level: Concern['level']) =>
  (code: ActionCode, message: string, of: Input): Concern => ({ code, level, message, of: [of] })

const act = concern('ACT_NOW')
const attend = concern('ATTENTION')
const chosen = concern('STOPPED_BY_CHOICE')

type Engine = OperatorInputs['engine']

/** Stops by the engine itself that need immediate action. */
const URGENT: readonly string[] = ['UNPROTECTED_UNCLOSABLE', 'FOREIGN_EPOCH', 'STORE_FAILED']
const BY_PEOPLE: readonly string[] = ['EMERGENCY_STOP', 'STOP_FILE']

const stoppedItself = (engine: Engine): Concern | null => {
  const code = engine?.stop?.code
  if (code === undefined || BY_PEOPLE.includes(code)) return null
  const createConcern = URGENT.includes(code) ? act : attend
  return {
    ...createConcern(isActionCode(code) ? code : 'NOT_SEEN', `The engine has stopped itself: ${code}.`, 'engine'),
    isStop: true,
  }
}

const unresolvedOutcome = (
  orders: NonNullable<OperatorInputs['orders']>,
  nowMs: number,
  limitMs: number,
): Concern | null => {
  const waits = orders.flatMap(({ status, updatedAt }) =>
    status === 'OUTCOME_UNKNOWN' ? [nowMs - Date.parse(updatedAt)] : [],
  )
  const longest = Math.max(0, ...waits)
  if (longest <= limitMs) return null
  const message = `An order has been unconfirmed for ${seconds(longest)}.`
  return { ...act('OUTCOME_UNKNOWN', message, 'orders'), value: longest, threshold: limitMs, unit: 'ms' }
}

/** Returns whether a verdict is worse than insufficient evidence. */
const isBad = ({ surface, verdict }: Pick<Report, 'surface' | 'verdict'>): boolean =>
  (relativeRank(surface, verdict) ?? -1) < 0

/** Names of the breakers that pause autotrading until the host resumes it. */
const BREAKER_NAMES: Readonly<Record<string, string>> = {
  DAY_LOSS: 'daily loss',
  DRAWDOWN: 'drawdown',
  LOSS_STREAK: 'consecutive losses',
}

/** Reports every tripped breaker with its reading at that time, and when it can be re-armed. */
const trippedBreakers = (engine: Engine): Concern[] =>
  (engine?.breakers ?? []).flatMap(({ id, state, observed, limit }) => {
    if (state !== 'TRIPPED') return []
    const blocker = engine?.topBlockers.find(({ gateId, code }) => gateId === 'BREAKER' && code === id)
    const message = blocker?.message ?? `A breaker has tripped: ${BREAKER_NAMES[id] ?? id}.`
    const unit = blocker?.unit
    return {
      ...attend(id === 'DAY_LOSS' ? 'BREAKER_DAY_LOSS' : 'BREAKER', message, 'engine'),
      ...(observed !== null && { value: observed }),
      ...(limit !== null && { threshold: limit }),
      ...(unit != null && { unit }),
    }
  })

const attentions = ({ engine, orders = [] }: OperatorInputs, { reports }: Frame): Concerns => {
  const tripped = trippedBreakers(engine)
  const external = orders.filter(({ origin }) => origin === 'EXTERNAL').length
  const differences = engine?.lastReconciliation.differences ?? 0
  const quarantined = engine?.quarantines.map(({ strategyId }) => strategyId) ?? []
  return [
    ...tripped,
    differences > 0
      ? attend('DIFFERENCES', `${counted(differences, 'difference')} between our ledger and the exchange.`, 'engine')
      : null,
    tripped.length === 0 ? pausedItself(engine) : null,
    engine?.state === 'DEGRADED'
      ? attend('DEGRADED', `The engine is DEGRADED: ${engine.stateReason.message}`, 'engine')
      : null,
    stopLostLately(reports.get('protection-blocker-truth')),
    ...Object.entries(WATCHED).map(([surface, code]) => {
      const report = reports.get(surface)
      return report && needsAttention(report) ? attend(code, `${surface}: ${report.summary}`, 'engine') : null
    }),
    external > 0 ? attend('EXTERNAL_ORDERS', `External orders on the account: ${external}.`, 'orders') : null,
    quarantined.length > 0 ? attend('QUARANTINE', `In quarantine: ${quarantined.join(', ')}.`, 'engine') : null,
  ]
}

/** Reports a lost stop that was or is being replaced, because the loss should be checked at the exchange. */
const stopLostLately = (report: Report | undefined): Concern | null => {
  const lost = report?.reasons.find(({ code }) => code === 'STOP_LOST_LATELY')
  return lost ? attend('PROTECTION', lost.message, 'positions') : null
}

/** Returns whether a good report still needs attention. */
const needsAttention = (report: Report): boolean =>
  !isBad(report) &&
  report.verdict !== INSUFFICIENT &&
  (report.severity === 'WARN' || report.severity === 'BLOCK' || report.verdict === 'RECOVERING')

/** Reports a pause by the engine itself; a pause after a start was requested by a person or the configuration. */
const pausedItself = (engine: Engine): Concern | null => {
  if (!engine || !hasPausedItself(engine)) return null
  return attend('PAUSED_BY_ENGINE', `The engine has paused itself: ${engine.stateReason.message}`, 'engine')
}

const hasPausedItself = (engine: NonNullable<Engine>): boolean =>
  engine.state === 'PAUSED' && engine.changedBy.type === 'ENGINE' && engine.stateReason.code !== 'RECONCILED'

const choices = ({ engine, latch, positions = [] }: OperatorInputs): Concerns => {
  if (latch?.engaged) {
    const code = engine?.stop?.code === 'STOP_FILE' ? 'STOP_FILE' : 'EMERGENCY_STOP'
    return [
      { ...chosen(code, `${describeStop(latch, engine)}${describeOpen(positions.length)}`, 'latch'), isStop: true },
    ]
  }
  const isTripped = trippedBreakers(engine).length > 0
  if (engine?.state === 'PAUSED' && !isTripped && !hasPausedItself(engine))
    return [chosen('PAUSED', `Autotrading has been paused since ${engine.stateSince}.`, 'engine')]
  const isGoing = engine?.state === 'STOPPING' || engine?.state === 'STOPPED'
  return isGoing ? [chosen('GOING_DOWN', `The engine is ${engine.state}.`, 'engine')] : []
}

/** Counts the open positions in a sentence of its own; empty without any. */
export const describeOpen = (positions: number): string =>
  positions === 0 ? '' : ` ${counted(positions, 'position')} ${positions === 1 ? 'is' : 'are'} open.`

/** Describes an engaged stop: since when, by whom, and why. */
const describeStop = ({ at }: NonNullable<OperatorInputs['latch']>, engine: Engine): string => {
  const { requestedBy, reason } = engine?.stop ?? {}
  const name = requestedBy?.username ?? (requestedBy?.type === 'HOST' ? 'the host' : null)
  const who = name === null ? '' : ` by ${name}`
  const why = reason ? `: ${reason.trim().replace(/[.]$/, '')}` : ''
  return at
    ? `An emergency stop has been engaged since ${at}${who}${why}.`
    : `An emergency stop is engaged${who}${why}.`
}

type NextAction = Static<(typeof operatorCompactTruth)['data']>['nextAction']

const ACTIONS = {
  NOT_SEEN: [
    'HOST_CLI',
    'Wait for the items in missingEvidence. If they are still missing, run on the host: plimsoll status.',
  ],
  FEED_STALE: [
    'HOST_CLI',
    'Check the market connection: plimsoll doctor. Entries stay blocked until market data arrive again.',
  ],
  UNPROTECTED: [
    'EXCHANGE',
    'The guardian closes it within seconds. If this persists, close the position at the exchange.',
  ],
  UNPROTECTED_UNCLOSABLE: ['EXCHANGE', 'Close the position at the exchange yourself, now.'],
  HALTED_UNPROTECTED: [
    'EXCHANGE',
    'The guardian stays active during a halt. If the position stays without its stop, close it there.',
  ],
  OUTAGE: ['HOST_CLI', 'Free disk space and keep the process running; then: plimsoll status.'],
  STORE_FAILED: ['HOST_CLI', 'Free disk space and keep the process running; then: plimsoll stop clear.'],
  FOREIGN_EPOCH: [
    'HOST_CLI',
    'Two servers trade on one account: shut one down permanently, cancel its orders, restart the other.',
  ],
  OUTCOME_UNKNOWN: ['EXCHANGE', 'Find the order by its venueClientId at the exchange and cancel it there.'],
  UNRESOLVED_OUTCOME: [
    'EXCHANGE',
    'Find the order by its venueClientId at the exchange and cancel it there; then: plimsoll stop clear.',
  ],
  QTY_MISMATCH: ['EXCHANGE', 'Compare the position with the exchange and correct it there; then: plimsoll stop clear.'],
  OVERFILLED: [
    'EXCHANGE',
    'Compare the position with the exchange and keep the log for it; then: plimsoll stop clear.',
  ],
  AUDIT_BROKEN: [
    'HOST_CLI',
    'Copy the audit folder before anything else; then: plimsoll audit verify, and plimsoll stop clear if there are no findings.',
  ],
  LEDGER_BEHIND: [
    'HOST_CLI',
    'Restore the data directory from a backup, or compare orders and positions with the exchange; then: plimsoll stop clear.',
  ],
  CONSTITUTION_BROKEN: ['HOST_CLI', 'Restore the declared constitution and restart; then: plimsoll stop clear.'],
  EMERGENCY_STOP: [
    'HOST_CLI',
    'Find out who engaged the stop; once resolved: plimsoll stop clear, then plimsoll resume.',
  ],
  STOP_FILE: ['HOST_CLI', 'Find out who created the file; once resolved: plimsoll stop clear, then plimsoll resume.'],
  BOUNDARY: ['HOST_CLI', 'Stop it: plimsoll stop. An advice-only module can act.'],
  SECURITY: ['HOST_CLI', 'Check security-rbac-truth; if in doubt: plimsoll stop.'],
  CONSTITUTION: ['HOST_CLI', 'Check runtime-constitution-truth; if in doubt: plimsoll stop.'],
  SURFACE_CRITICAL: ['HOST_CLI', 'Open the report that the summary names; if in doubt, run plimsoll stop.'],
  EXCHANGE_UNREACHABLE: ['HOST_CLI', NETWORK],
  DEGRADED: ['NONE', 'Remove the cause; trading resumes after one healthy minute.'],
  BREAKER: ['HOST_CLI', 'Find out what caused the losses; then: plimsoll resume.'],
  BREAKER_DAY_LOSS: [
    'HOST_CLI',
    'Find out what caused the losses. Entries stay blocked until the next UTC day; then: plimsoll resume.',
  ],
  DIFFERENCES: ['EXCHANGE', 'Find out who traded on the account, and resolve the differences at the exchange.'],
  EXTERNAL_ORDERS: ['EXCHANGE', 'The account has external orders: cancel them if no user recognises them.'],
  QUARANTINE: [
    'HOST_CLI',
    'A quarantined strategy opens no positions until the host releases it: plimsoll strategies.',
  ],
  PAUSED_BY_ENGINE: ['HOST_CLI', 'Check plimsoll status; then: plimsoll resume.'],
  PUBLIC_STATUS: ['NONE', 'Follow the next step of public-status-truth.'],
  PROTECTION: ['NONE', 'Follow protection-blocker-truth.'],
  PAUSED: ['HOST_CLI', 'No action needed. To resume: plimsoll resume.'],
  GOING_DOWN: ['HOST_CLI', 'No action needed. To start again: plimsoll start.'],
  NOTHING: ['NONE', 'No action needed.'],
} as const satisfies Record<string, readonly [NextAction['where'], string]>

export type ActionCode = keyof typeof ACTIONS

/** Returns the action for the most severe concern, and where to take it. */
export const getNextAction = (code: ActionCode): NextAction => {
  const [where, text] = ACTIONS[code]
  return { code, text, where }
}

const isActionCode = (code: string): code is ActionCode => Object.hasOwn(ACTIONS, code)
