import { afterParts, afterReport, NO_FAULTS, type OpenFaults } from '../../monitor/frame/open-faults.ts'
import { measureParts } from '../../monitor/frame/report.ts'
import type { MadeReport } from '../../monitor/frame/reports.ts'
import type { EvidenceSection } from './evidence-record.ts'

/** The faults that were found in this run and before, and have not been disproved. */
export interface FaultRecord {
  readonly section: EvidenceSection
  faults(): OpenFaults
  /** Takes in every report as it is worked out; returns whether a fault was opened, closed or replaced by another. */
  onMade(made: MadeReport): boolean
}

export const createFaultRecord = (): FaultRecord => {
  let faults = NO_FAULTS
  return {
    section: {
      name: 'faults',
      version: 1,
      save: () => faults,
      resume(saved) {
        if (typeof saved !== 'object' || saved === null || !('surfaces' in saved) || !('parts' in saved)) {
          throw new TypeError('the saved faults are of another form')
        }
        faults = saved as OpenFaults
      },
    },
    faults: () => faults,
    onMade({ report, surface, snapshot, reports }) {
      const before = faults
      faults = afterReport(faults, surface.contract, report)
      faults = afterParts(faults, measureParts(surface, snapshot, reports), snapshot.takenAtMs)
      return faultNames(faults) !== faultNames(before)
    },
  }
}

/** Returns the names of the open faults. */
const faultNames = ({ surfaces, parts }: OpenFaults): string =>
  [...Object.entries(surfaces).map(([surface, { verdict }]) => `${surface} ${verdict}`), ...Object.keys(parts)]
    .toSorted()
    .join(', ')
