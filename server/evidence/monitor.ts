import type { Report } from '../../contract/monitor/surface.ts'
import { type MadeReport, type Reports, reportsOn } from '../monitor/frame/reports.ts'
import type { Surface } from '../monitor/frame/surface.ts'
import type { Truth } from './open-evidence.ts'

/** Reports on the platform, surface by surface. */
export interface Monitor {
  /** The report of a surface on what is known now; undefined where there is no such surface. */
  find(surface: string): Report | undefined
  /** All reports of one snapshot. */
  reports(): Reports
}

export const createMonitor = (
  truth: Pick<Truth, 'snapshot'>,
  surfaces: readonly Surface[],
  onMade?: (made: MadeReport) => void,
): Monitor => {
  let last: Reports | undefined
  const reports = (): Reports => {
    const snapshot = truth.snapshot()
    if (last?.snapshot !== snapshot) last = reportsOn(snapshot, surfaces, onMade)
    return last
  }
  return { find: (surface) => reports().find(surface), reports }
}
