/** Reports of all surfaces on one snapshot, computed on demand. */

import type { Report } from '../../../contract/monitor/surface.ts'
import type { TruthSnapshot } from './inputs.ts'
import { createReport } from './report.ts'
import type { Surface } from './surface.ts'

/** Reports of one snapshot, each computed on first access, after those it may refer to. */
export interface Reports {
  readonly snapshot: TruthSnapshot
  /** Returns the report of a surface; undefined if there is no such surface. */
  find(surface: string): Report | undefined
  /** Returns all reports, in the order of the list. */
  all(): Report[]
}

/** A report being computed, and the evidence it was computed from. */
export interface MadeReport {
  readonly report: Report
  readonly surface: Surface
  readonly snapshot: TruthSnapshot
  /** Reports computed before this one. */
  readonly reports: ReadonlyMap<string, Report>
}

/** Computes reports on demand; `onMade` is called with each one. */
export const reportsOn = (
  snapshot: TruthSnapshot,
  surfaces: readonly Surface[],
  onMade?: (made: MadeReport) => void,
): Reports => {
  const made = new Map<string, Report>()
  const findUpTo = (index: number): void => {
    for (const surface of surfaces.slice(made.size, index + 1)) {
      const report = createReport(surface, snapshot, made)
      onMade?.({ report, surface, snapshot, reports: made })
      made.set(surface.contract.surface, report)
    }
  }
  return {
    snapshot,
    find(name) {
      const index = surfaces.findIndex(({ contract }) => contract.surface === name)
      if (index >= 0) findUpTo(index)
      return made.get(name)
    },
    all() {
      findUpTo(surfaces.length - 1)
      return [...made.values()]
    },
  }
}
