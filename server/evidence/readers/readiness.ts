import type { LiveGrantTruth, ReadinessCheck, StoredPackets, Waiver } from '../../monitor/inputs/go-live.ts'
import { always } from '../reader.ts'

export const packetReader = always<StoredPackets>(({ readiness }) => {
  const packets = readiness.packets()
  return (
    packets && {
      value: packets,
      observedAtMs: Date.parse(packets.current.mintedAt),
      digest: packets.current.packetHash,
    }
  )
})

/** A file of waivers that cannot be read waives nothing, and shows nothing. */
export const waiversReader = always<readonly Waiver[]>(({ readiness }, nowMs) => {
  const waivers = readiness.waivers()
  return waivers && { value: waivers, observedAtMs: nowMs, sampleSize: waivers.length }
})

/** A file of checks that cannot be read proves nothing. */
export const readinessChecksReader = always<readonly ReadinessCheck[]>(({ readiness }, nowMs) => {
  const checks = readiness.checks()
  return checks && { value: checks, observedAtMs: nowMs, sampleSize: checks.length }
})

export const liveGrantReader = always<LiveGrantTruth>(({ readiness }, nowMs) => {
  const grant = readiness.liveGrant()
  return grant && { value: grant, observedAtMs: nowMs }
})
