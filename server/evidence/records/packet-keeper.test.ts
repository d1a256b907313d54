import { expect, it } from 'vitest'
import type { DecisionPacket } from '../../../contract/monitor/live-readiness-decision-packet.ts'
import { readyInputs, readyReports } from '../../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../test/support/truth-samples.ts'
import { liveReadinessDecisionPacket } from '../../monitor/surfaces/live-readiness/packet-rules.ts'
import { createPacketKeeper } from './packet-keeper.ts'

const packetOn = (inputs: InputValues) => report(liveReadinessDecisionPacket, aSnapshot(inputs), readyReports())

it('keeps the last packet and the one before, and when it was last confirmed', () => {
  const keeper = createPacketKeeper()
  expect([keeper.stored(), keeper.confirmedAtMs()]).toEqual([undefined, undefined])
  const first = packetOn(readyInputs())
  const second = packetOn(readyInputs({ reconciliation: { differences: 1 } }))
  keeper.onReport(first)
  keeper.onReport({ ...first, generatedAt: '2026-01-02T03:04:07.000Z' })
  expect(keeper.stored()).toEqual({ current: first.data, before: null })
  expect(keeper.confirmedAtMs()).toBe(Date.UTC(2026, 0, 2, 3, 4, 7))
  keeper.onReport(second)
  expect(keeper.stored()).toEqual({ current: second.data, before: first.data })
})

it('takes no note of other surfaces, nor of a packet that could not be worked out', () => {
  const keeper = createPacketKeeper()
  keeper.onReport({ ...packetOn(readyInputs()), data: null })
  keeper.onReport({ ...packetOn(readyInputs()), surface: 'go-live-readiness-snapshot' })
  expect(keeper.stored()).toBeUndefined()
})

it('lets a packet keep its hash from one snapshot to the next', () => {
  const keeper = createPacketKeeper()
  const hashAt = (afterMs: number, clockOffsetMs: number): string => {
    const stored = keeper.stored()
    const inputs = readyInputs({
      clock: { checked: true, offsetMs: clockOffsetMs, errorMs: 1 },
      ...(stored && { packet: stored }),
    })
    const snapshot = { ...aSnapshot(inputs), takenAtMs: TAKEN_AT_MS + afterMs }
    const made = report(liveReadinessDecisionPacket, snapshot, readyReports())
    keeper.onReport(made)
    return (made.data as DecisionPacket).packetHash
  }
  const hash = hashAt(0, 3)
  expect([hashAt(1_000, 4), hashAt(2_000, -9)]).toEqual([hash, hash])
  expect(hashAt(3_000, 600)).not.toBe(hash)
})
