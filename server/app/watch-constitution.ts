import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import { isLooser } from '../domain/risk/probes/probe.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import type { ConstitutionProbes } from '../monitor/inputs/engine.ts'

export interface ConstitutionWatchParts {
  /** The last trial of the limits; undefined before the first. */
  readonly probes: () => ConstitutionProbes | undefined
  readonly desk: Pick<OpenControlDesk, 'stopFor'>
}

/** Returns one check: limits that let more through than declared stop the engine, once for each fault. */
export const createConstitutionWatch = ({ probes, desk }: ConstitutionWatchParts): (() => void) => {
  let lastReported = ''
  return () => {
    const broken = (probes()?.articles ?? [])
      .filter(isLooser)
      .map(({ path }) => path)
      .join(', ')
    if (broken !== '' && broken !== lastReported) void desk.stopFor('CONSTITUTION_BROKEN', `${LET_THROUGH}: ${broken}.`)
    lastReported = broken
  }
}

const LET_THROUGH = 'The gates let more through than the constitution allows'

/** Interval of the check. The limits are probed every few minutes; the results are read more often. */
const CHECK_EVERY_MS = 5 * SECOND_MS

/** Checks now and then periodically; the returned function ends it. */
export const watchConstitution = (parts: ConstitutionWatchParts): (() => void) => {
  const check = createConstitutionWatch(parts)
  check()
  return every(CHECK_EVERY_MS, check)
}
