import type { Logger } from 'pino'
import { every } from '../core/every.ts'
import { SECOND_MS, toRfc3339 } from '../core/instant.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { TruthRecords } from '../evidence/evidence-records.ts'
import type { EvidenceRecord } from '../evidence/records/evidence-record.ts'
import type { MarketMemory } from '../evidence/records/market-memory.ts'
import type { PacketKeeper } from '../evidence/records/packet-keeper.ts'
import {
  latencySection,
  packetSection,
  protectionSection,
  readingsSection,
  statusSection,
} from '../evidence/records/sections.ts'

interface ResumeParts {
  readonly evidence: EvidenceRecord
  readonly records: TruthRecords
  readonly marketMemory: MarketMemory
  readonly packets: PacketKeeper
  readonly clock: Clock
}

/** Goes on with everything the monitor had measured and found before; the markets themselves were resumed with the ledger. */
export const resumeEvidence = ({ evidence, records, marketMemory, packets, clock }: ResumeParts): void => {
  const sections = [
    statusSection(records.history),
    protectionSection(records.protection),
    latencySection(marketMemory),
    packetSection(packets),
    readingsSection(records.carried, clock),
    records.watch.section,
    records.drills.section,
    records.faults.section,
  ]
  for (const section of sections) evidence.attach(section)
}

interface SaveParts {
  readonly evidence: EvidenceRecord
  readonly clock: Clock
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** A crash loses at most what was measured since; that time is then a gap. */
const SAVED_EVERY_MS = 30 * SECOND_MS

/** Saves the evidence as long as the platform runs, and once more at its end. */
export const saveEvidence = ({ evidence, clock, logger, resources }: SaveParts): void => {
  const { lost } = evidence.truth()
  if (lost) logger.warn({ since: toRfc3339(lost.atMs), reason: lost.reason }, 'evidence of earlier runs is lost')
  const save = async (): Promise<void> => {
    const before = evidence.truth().failure
    await evidence.save(clock())
    const { failure } = evidence.truth()
    if (failure !== null && failure !== before) logger.warn({ reason: failure }, 'evidence cannot be saved')
  }
  const stopSaving = every(SAVED_EVERY_MS, save)
  resources.defer(() => {
    stopSaving()
    evidence.saveAtOnce(clock())
  })
}
