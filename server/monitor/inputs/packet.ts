import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import { DAY_MS } from '../../core/instant.ts'
import { defineInput } from '../frame/input.ts'

/** The decision packets that were minted last: the present one, and the one before it. */
export interface StoredPackets {
  readonly current: DecisionPacket
  readonly before: DecisionPacket | null
}

export const packet = defineInput<StoredPackets>({
  kind: 'ATTESTATION',
  source: 'monitor.packets',
  what: 'The decision packet that was minted last',
  producedBy: 'live-readiness-decision-packet',
  maxAgeMs: () => DAY_MS,
})
