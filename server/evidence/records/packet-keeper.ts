import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../../contract/monitor/surface.ts'
import type { Instant } from '../../core/instant.ts'
import type { StoredPackets } from '../../monitor/inputs/go-live.ts'

/** Remembers the decision packets, so that one keeps its hash until a gate changes. */
export interface PacketKeeper {
  stored(): StoredPackets | undefined
  /** Returns when the last packet was last confirmed; undefined before the first. */
  confirmedAtMs(): Instant | undefined
  /** Called with every completed report. */
  onReport(report: Report): void
  /** Goes on with the packets of an earlier run; throws a `TypeError` where they are none. */
  resume(saved: unknown): void
}

export const createPacketKeeper = (): PacketKeeper => {
  let stored: StoredPackets | undefined
  let confirmedAtMs: Instant | undefined
  return {
    stored: () => stored,
    confirmedAtMs: () => confirmedAtMs,
    onReport({ surface, data, generatedAt }) {
      if (surface !== 'live-readiness-decision-packet' || data === null) return
      const packet = data as DecisionPacket
      confirmedAtMs = Date.parse(generatedAt)
      if (packet.packetId !== stored?.current.packetId) stored = { current: packet, before: stored?.current ?? null }
    },
    resume(saved) {
      if (saved === null) return
      if (typeof saved !== 'object' || !('current' in saved))
        throw new TypeError('the saved packets are of another form')
      stored = saved as StoredPackets
    },
  }
}
