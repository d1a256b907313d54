import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { aWaiver, goodChecks, readyInputs, readyReports, WAIVABLE } from '../../../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { computeDigest } from '../../../core/digest.ts'
import { DAY_MS, HOUR_MS } from '../../../core/instant.ts'
import { liveReadinessDecisionPacket as surface } from './packet-rules.ts'

const packetIn = ({ data }: { readonly data: unknown }) => data as DecisionPacket

const judged = (inputs: InputValues = readyInputs(), reports = readyReports()) =>
  report(surface, aSnapshot(inputs), reports)

describe('the packet', () => {
  it('has a hash that a reader can recompute', () => {
    const { packetId, packetHash, ...content } = packetIn(judged())
    expect(packetHash).toBe(computeDigest(content))
    expect(packetId).toMatch(/^pkt_/)
  })

  it('names the evidence every gate rests on', () => {
    const made = judged()
    const ids = made.evidence.map(({ id }) => id)
    const { evidenceIds } = packetIn(made).gates.find(({ id }) => id === 'LR11') ?? expect.fail('no gate')
    expect(evidenceIds).toHaveLength(1)
    expect(ids).toEqual(expect.arrayContaining(evidenceIds))
  })

  it('has reasons that reference evidence of the same report, even when a stored packet has other ids', () => {
    const observedBy = {
      id: 'evd_01KDXYZ7QE0000000000000001',
      kind: 'STATE',
      source: 'x',
      maxAgeMs: 9_000,
      fresh: true,
    }
    const evidence = [{ ...observedBy, observedAt: '2026-01-02T03:04:00.678Z', ageMs: 5_000 }]
    const reports = readyReports({
      'protection-blocker-truth': { verdict: 'UNPROTECTED', evidence },
      'candidate-quality-v3': { data: { calibration: [{ effectiveN: 300, brierSkill: -1 }] }, evidence },
    })
    const wrong: InputValues = {
      orders: [{ status: 'OUTCOME_UNKNOWN' }] as never,
      constitutionProbes: { source: 'BUILT_IN', file: null, loadedAtMs: 1, articles: [], changes: [] },
    }
    const first = packetIn(judged(readyInputs(wrong), reports))
    expect(first.mintedOn).toBe('snp_01KDXYZ7QE0000000000000000')
    const packet = { current: first, before: null }
    const later = aSnapshot(readyInputs({ ...wrong, packet }), { agesMs: { orders: 40, constitutionProbes: 40 } })
    const made = report(surface, { ...later, snapshotId: 'snp_01KDXYZ7QE0000000000000009' }, reports)
    expect(packetIn(made)).toEqual(first)
    expect(made.reasons.map(({ code }) => code)).toEqual(['LR08', 'LR11', 'LR20', 'LR23'])
    const ids = made.evidence.map(({ id }) => id)
    for (const { evidenceIds } of made.reasons) {
      expect(evidenceIds).toHaveLength(1)
      expect(ids).toEqual(expect.arrayContaining(evidenceIds))
    }
  })

  it('reads every surface its gates use', () => {
    expect(surface.dependsOn.toSorted()).toEqual([...readyReports().keys()].toSorted())
  })

  it('retains its hash while every gate has the same status, though numbers move', () => {
    const first = packetIn(judged())
    const later = {
      ...aSnapshot(
        readyInputs({ clock: { checked: true, offsetMs: 3, errorMs: 2 }, packet: { current: first, before: null } }),
      ),
      takenAtMs: TAKEN_AT_MS + 2_000,
    }
    expect(packetIn(report(surface, later, readyReports()))).toEqual(first)
  })

  it('is replaced when a gate, the limits, the build or a waiver change, and names its predecessor', () => {
    const first = packetIn(judged())
    const packet = { current: first, before: null }
    const others = [
      aSnapshot(readyInputs({ packet, reconciliation: { differences: 1 } })),
      aSnapshot(readyInputs({ packet, waivers: readyInputs().waivers?.slice(1) ?? [] })),
      {
        ...aSnapshot(readyInputs({ packet })),
        hashes: { constitution: 'd'.repeat(64), config: 'f'.repeat(64), build: 'b'.repeat(64) },
      },
      {
        ...aSnapshot(readyInputs({ packet })),
        hashes: { constitution: 'c'.repeat(64), config: 'f'.repeat(64), build: 'e'.repeat(64) },
      },
    ]
    for (const snapshot of others) {
      const next = packetIn(report(surface, snapshot, readyReports()))
      expect(next.packetHash).not.toBe(first.packetHash)
      expect(next.previous).toEqual({ packetId: first.packetId, decision: 'GO', at: first.mintedAt })
    }
  })

  it('is issued anew after a day', () => {
    const first = packetIn(judged())
    const at = (takenAtMs: number) => {
      const taken = aSnapshot(readyInputs({ packet: { current: first, before: null }, waivers: [] }))
      const inputs = Object.fromEntries(
        Object.entries(taken.inputs).map(([name, observed]) => [name, { ...observed, observedAtMs: takenAtMs }]),
      )
      const waivers = WAIVABLE.map((gateId) => aWaiver({ gateId, expiresAtMs: TAKEN_AT_MS + DAY_MS }))
      const readinessChecks = { value: goodChecks(takenAtMs), observedAtMs: takenAtMs }
      return {
        ...taken,
        takenAtMs,
        inputs: { ...inputs, readinessChecks, waivers: { value: waivers, observedAtMs: takenAtMs } },
      }
    }
    const young = report(surface, at(TAKEN_AT_MS + 23 * HOUR_MS), readyReports())
    expect(packetIn(young).gates.find(({ id }) => id === 'LR22')?.status).toBe('MISSING')
    const unchanged = readyReports({
      'messenger-dynamic-truth': { data: { channels: [{ lastDeliveredAt: '2026-01-03T02:04:05.678Z' }] } },
    })
    expect(packetIn(report(surface, at(TAKEN_AT_MS + DAY_MS - 1), unchanged)).packetHash).toBe(first.packetHash)
    expect(packetIn(report(surface, at(TAKEN_AT_MS + DAY_MS), unchanged)).packetHash).not.toBe(first.packetHash)
  })
})
