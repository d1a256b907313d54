import type { Instant } from '../../../core/instant.ts'
import type { ContinuityId } from '../../../domain/control/continuity.ts'
import type { InputName } from '../../frame/inputs.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { RestartTruth } from '../../inputs/engine.ts'

export type RestartInputs = Available<
  'restart' | 'latch' | 'store' | 'audit' | 'engine' | 'liveGrant' | 'privateStream' | 'reconciliation'
>

/** Result of a check. */
export interface Checked {
  readonly status: 'PASS' | 'FAIL' | 'PENDING' | 'MISSING'
  readonly measured: number | string | null
  readonly threshold: number | string | null
  /** Pending event that needs no action, and when it is checked next. */
  readonly waits?: { readonly what: string; readonly untilMs: Instant | null }
}

/** Condition for an automatic resume of the engine after a start. */
export interface CheckRule {
  readonly id: ContinuityId
  readonly of: readonly InputName[]
  /** Its failure is dangerous, not only a matter for a person. */
  readonly isUnsafe?: true
  /** Returns whether a failure is reported without blocking, when no money is at stake. */
  readonly paperGoesOn?: (inputs: RestartInputs) => boolean
  readonly check: (
    inputs: RestartInputs,
    frame: Pick<Frame, 'nowMs' | 'constitution' | 'mode' | 'hashes' | 'observedAtMs'>,
  ) => Checked
}

export const passWhen = (passes: boolean, measured: Checked['measured'], threshold: Checked['threshold']): Checked => ({
  status: passes ? 'PASS' : 'FAIL',
  measured,
  threshold,
})

/** Shown once after the start it stays shown; until then it waits, or fails. */
export const oncePassed = (
  firstAtMs: number | null,
  isWaiting: boolean,
  { measured, threshold, waits }: Omit<Checked, 'status'>,
): Checked => {
  if (firstAtMs !== null) return { status: 'PASS', measured, threshold }
  return isWaiting
    ? { status: 'PENDING', measured, threshold, ...(waits && { waits }) }
    : { status: 'FAIL', measured, threshold }
}

export const NOT_OBSERVED: Checked = { status: 'MISSING', measured: null, threshold: null }

/** Compares with the previous run; passes when there was none. */
export const sincePrevious = (
  restart: RestartTruth | undefined,
  compare: (restart: RestartTruth, previous: NonNullable<RestartTruth['previous']>) => Checked,
): Checked => {
  if (!restart) return NOT_OBSERVED
  if (!restart.previous) return passWhen(true, 'FIRST_START', null)
  return compare(restart, restart.previous)
}
