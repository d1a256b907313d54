/**
 * Host commands that show, pause, stop and resume the engine. Only the host can resume it or clear an emergency stop.
 */

import type { AutotradingStatus } from '../../contract/control.ts'
import { StoreFailure } from '../core/errors.ts'
import { toRfc3339 } from '../core/instant.ts'
import { isRecord } from '../core/json.ts'
import type { Flatten } from '../domain/control/stop.ts'
import { leftToProtect } from '../engine/control/sweep.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import type { Raise, RaisePreview, RaisingDesk } from '../engine/desks/host-desk.ts'
import { HOST } from '../engine/model/events.ts'
import type { BusStanding } from '../engine/model/fleet.ts'
import type { Ledger } from '../engine/state/ledger.ts'
import type { ControlViews } from '../views/control-views.ts'
import { type Arguments, readArguments, readOptionalText, readReason, readText, reasonGiven } from './arguments.ts'
import { type HostFault, HostRefusal, type VerbTable } from './verb.ts'

/** Host commands of an engine. */
export const controlVerbs = ({ desk, raising, ...shown }: ControlVerbsParts): VerbTable => {
  const show = (what: Raise) => async (): Promise<HostPreview> => present(what, raising.show(what))

  const confirm = (what: Raise) => async (args: unknown) => {
    const given = readArguments(args)
    const confirmed = await raising
      .confirm(what, { code: readText(given, 'code').toUpperCase(), reason: readReason(given) })
      .catch(unreleased)
    if (!confirmed.ok) throw raiseRefusal(what, confirmed)
    return hostStatus(shown)
  }

  return {
    ...restrictingVerbs({ desk, ...shown }),
    'stop.show': show('clearStop'),
    'stop.confirm': confirm('clearStop'),
    'resume.show': show('resume'),
    'resume.confirm': confirm('resume'),
  }
}

export interface ControlVerbsParts {
  readonly desk: Pick<OpenControlDesk, 'stop' | 'pause'>
  readonly raising: RaisingDesk
  /** Views that create the bodies of API responses. */
  readonly views: Pick<ControlViews, 'status' | 'pauseResult' | 'stopResult'>
  readonly ledger: Ledger
  /** Returns the state of the bus of a shared account; omitted for one that is not shared. */
  readonly bus?: (() => BusStanding) | undefined
}

/** Number of open positions, and number whose full size is protected by a verified stop. */
interface HostPositions {
  readonly open: number
  readonly protected: number
}

/** Status of the engine, as displayed on the host. */
export interface HostStatus extends AutotradingStatus {
  readonly positions: HostPositions
  /** Null for an account without a shared store. */
  readonly bus: BusStanding | null
}

/** State displayed on the host before the engine is resumed. */
export interface HostPreview extends Omit<RaisePreview, 'obstacle' | 'expiresAtMs'> {
  readonly obstacle: HostFault | null
  readonly expiresAt: string
}

/** State of an engine without the lease of its account, as displayed on its host. */
export interface StandbyStatus {
  readonly state: 'STANDBY'
  readonly account: string
  /** Epoch of the newest lease; null while the store does not respond. */
  readonly epoch: number | null
  /** Identifier of the host whose engine is active; null when none is, or the store does not respond. */
  readonly activeHost: string | null
  /** Number of the newest batch copied to this host. */
  readonly batch: number
}

/** Answer of a standby to an emergency stop, which is stored for the active engine. */
export interface StandbyStop {
  readonly standbyOf: string
}

/** Host commands that show and restrict the engine; gateways have them too. */
export const restrictingVerbs = ({ desk, ...shown }: Omit<ControlVerbsParts, 'raising'>): VerbTable => ({
  status: async () => hostStatus(shown),
  stop: async (args) => {
    const { bodyIgnored, ...instruction } = readStop(args)
    const taken = await desk.stop({ ...instruction, actor: HOST, requestId: null })
    return shown.views.stopResult({ ...taken, bodyIgnored })
  },
  pause: async (args) => {
    const reason = reasonGiven(readOptionalText(readArguments(args), 'reason'))
    return shown.views.pauseResult(await desk.pause({ actor: HOST, requestId: null, reason }))
  },
})

const hostStatus = ({ views, ledger, bus }: Omit<ControlVerbsParts, 'desk' | 'raising'>): HostStatus => ({
  ...views.status(),
  positions: positionsIn(ledger),
  bus: bus?.() ?? null,
})

const positionsIn = (ledger: Ledger): HostPositions => {
  const open = ledger.positions.size
  return { open, protected: open - leftToProtect(ledger).length }
}

const present = (what: Raise, { obstacle, expiresAtMs, ...preview }: RaisePreview): HostPreview => ({
  ...preview,
  obstacle: obstacle && toFault(raiseRefusal(what, obstacle)),
  expiresAt: toRfc3339(expiresAtMs),
})

const toFault = (refusal: HostRefusal): HostFault => {
  const { code, message, remedy } = refusal
  return remedy === undefined ? { code, message } : { code, message, remedy }
}

interface StopArgs {
  readonly reason: string | null
  readonly flatten: Flatten
  readonly bodyIgnored: boolean
}

/** Reads the parameters of a stop. A stop is never refused for its arguments: invalid ones are ignored. */
const readStop = (args: unknown): StopArgs => {
  const { reason, flatten, ...more }: Arguments = isRecord(args) ? args : { args }
  const isReason = typeof reason === 'string'
  const isFlatten = flatten === 'NONE' || flatten === 'REDUCE_ONLY'
  return {
    reason: reasonGiven(reason),
    flatten: isFlatten ? flatten : 'NONE',
    bodyIgnored: [isReason || reason === undefined, isFlatten || flatten === undefined, isEmpty(more)].includes(false),
  }
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/**
 * Handles a stop that was cleared in the ledger but not in the file: entries remain blocked, and the stop is restored.
 */
const unreleased = (error: unknown): never => {
  if (!(error instanceof StoreFailure)) throw error
  const remedy = 'The stop remains engaged until this is fixed; then: plimsoll stop clear.'
  throw new HostRefusal('STORE_FAILED', error.message, remedy)
}

/** Refusal to resume, with its remedy. */
const raiseRefusal = (what: Raise, { code, detail }: { readonly code: string; readonly detail: string }): HostRefusal =>
  new HostRefusal(code, detail, REMEDIES[code]?.(COMMANDS[what]) ?? 'Check the state: plimsoll status.')

const COMMANDS: Readonly<Record<Raise, string>> = {
  resume: 'plimsoll resume',
  clearStop: 'plimsoll stop clear',
}

const showAgain = (command: string): string => `Request a new code: ${command}.`

/** Remedies by code, given the command to confirm. */
const REMEDIES: Readonly<Record<string, (command: string) => string>> = {
  WRONG_CODE: showAgain,
  CODE_EXPIRED: showAgain,
  CHANGED_SINCE: showAgain,
  STOP_ENGAGED: () => 'Check why it was engaged: plimsoll status.',
  NOT_PAUSED: () => 'Check the state: plimsoll status.',
  NOT_STOPPED: () => 'To resume a paused engine: plimsoll resume.',
  LIMIT_STANDS: () => 'The daily loss limit applies until midnight UTC; the limits are in the constitution.',
  STORE_FAILED: (command) => `Free disk space, or repair the disk; then: ${command}.`,
  FOREIGN_EPOCH: (command) => `Shut down the other engine permanently, restart this one, then: ${command}.`,
  NOT_RECONCILED: (command) => `Wait until the exchange responds, then: ${command}.`,
  DIFFERENCES: (command) => `Find out who traded on the account and resolve it at the exchange; then: ${command}.`,
  OUTCOME_UNKNOWN: (command) => `The exchange is being queried; wait until the outcome is known, then: ${command}.`,
  UNPROTECTED: (command) => `Wait until their stops are verified, or close them; then: ${command}.`,
  NOT_SWEPT: (command) => `Wait until the stop is complete, then: ${command}.`,
}
