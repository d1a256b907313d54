import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { readyInputs, readyReports } from '../../../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { liveReadinessDecisionPacket } from './packet-rules.ts'
import { goLiveReadinessSnapshot as surface } from './snapshot-rules.ts'

/** Builds the packet of these inputs and its snapshot. */
const both = (inputs: InputValues, reports = readyReports()) => {
  const snapshot = aSnapshot(inputs)
  const packet = report(liveReadinessDecisionPacket, snapshot, reports)
  const short = report(surface, snapshot, new Map([...reports, [packet.surface, packet]]))
  return { packet, short, data: packet.data as DecisionPacket }
}

describe('go-live-readiness-snapshot', () => {
  it.each([
    ['a go', readyInputs(), 'GO', 88],
    ['evidence that is missing', readyInputs({ waivers: [] }), 'INSUFFICIENT_EVIDENCE', 88],
    ['a gate that fails', readyInputs({ reconciliation: { differences: 2 } }), 'NO_GO', 84],
    ['nothing but the reports', {}, 'NO_GO', 24],
  ])('matches the packet, with the same hash, for %s', (_what, inputs, verdict, readinessPct) => {
    const { packet, short, data } = both(inputs)
    expect([packet.verdict, short.verdict, short.summary]).toEqual([
      verdict,
      verdict,
      Object.keys(inputs).length === 0 ? short.summary : packet.summary,
    ])
    expect(short.data).toMatchObject({
      packetId: data.packetId,
      packetHash: data.packetHash,
      decision: data.decision,
      counts: data.counts,
      readinessPct,
      liveGrant: { present: false, expiresAt: null, matchesConstitution: null },
      grantsAuthority: false,
    })
  })

  it('lists missing evidence once, and old evidence as old rather than as a match', () => {
    const failing = readyInputs({ latch: { engaged: true, stopId: null, at: null } })
    const snapshot = aSnapshot(failing, { agesMs: { reconciliation: 60_001 } })
    const packet = report(liveReadinessDecisionPacket, snapshot, readyReports())
    const short = report(surface, snapshot, new Map([...readyReports(), [packet.surface, packet]]))
    for (const { verdict, missingEvidence } of [packet, short]) {
      expect([verdict, missingEvidence.map(({ code, have }) => [code, have])]).toEqual([
        'NO_GO',
        [
          ['LR07', '0, more than 60 s old'],
          ['RECONCILIATION', '60 s old'],
        ],
      ])
    }
  })

  it('names what fails first, and what is nearest: at most five of each, those with a number first', () => {
    const { short } = both(
      readyInputs({ reconciliation: { differences: 2 }, waivers: [], readinessChecks: [] }),
      readyReports({ 'candidate-quality-v3': { data: { calibration: [] } } }),
    )
    const { firstFailing, nearest } = short.data as { firstFailing: { id: string }[]; nearest: { id: string }[] }
    expect(firstFailing).toEqual([{ id: 'LR07', title: 'Our ledger matches the exchange', measured: 2, threshold: 0 }])
    expect(nearest).toHaveLength(5)
    expect(nearest[0]).toMatchObject({ id: 'LR23', measured: '0 effective outcomes', etaAt: null })
  })

  it('is insufficient when there is no packet', () => {
    const made = report(surface, aSnapshot(readyInputs()))
    expect([made.verdict, made.missingEvidence.map(({ code }) => code)]).toEqual(['INSUFFICIENT_EVIDENCE', ['PACKET']])
    expect(made.data).toMatchObject({ packetId: null, packetHash: null, readinessPct: null })
  })

  it('reports the changes since the previous packet, until and after the new one is stored', () => {
    const { data: first } = both(readyInputs())
    const worse = readyInputs({ reconciliation: { differences: 2 } })
    const fresh = both({ ...worse, packet: { current: first, before: null } })
    const expected = { packetId: first.packetId, at: first.mintedAt, improved: [], regressed: ['LR07'] }
    expect(fresh.short.data).toMatchObject({ changeSince: expected })
    const stored = both({ ...worse, packet: { current: fresh.data, before: first } })
    expect(stored.data.packetHash).toBe(fresh.data.packetHash)
    expect(stored.short.data).toMatchObject({ changeSince: expected })
    const back = both({ ...readyInputs(), packet: { current: fresh.data, before: first } })
    expect(back.short.data).toMatchObject({ changeSince: { improved: ['LR07'], regressed: [] } })
  })

  it('counts a waiver neither as progress nor its end as a step back', () => {
    const { data: first } = both(readyInputs({ waivers: [] }))
    const waived = both({ ...readyInputs(), packet: { current: first, before: null } })
    expect(waived.short.data).toMatchObject({
      counts: { pass: 25, waived: 3 },
      changeSince: { improved: [], regressed: [] },
    })
    const unwaived = both({ ...readyInputs({ waivers: [] }), packet: { current: waived.data, before: null } })
    expect(unwaived.short.data).toMatchObject({ changeSince: { improved: [], regressed: [] } })
  })

  it.each<[string, InputValues]>([
    ['a go', {}],
    ['a gate that fails', { orders: [{ status: 'OUTCOME_UNKNOWN' }] as never }],
    [
      'a grant with missing evidence',
      {
        waivers: [],
        liveGrant: {
          grant: { expiresAtMs: TAKEN_AT_MS + 1, matchesConstitution: true, scope: 'AUTOTRADING' as const },
        },
      },
    ],
  ])('returns the reasons of the packet, on evidence of its own report: %s', (_what, changes) => {
    const { packet, short } = both(readyInputs(changes))
    expect(packet.reasons).not.toEqual([])
    expect(short.reasons).toEqual(packet.reasons)
    for (const { evidenceIds } of short.reasons) expect(evidenceIds).toHaveLength(1)
  })

  it('shows the grants of the host', () => {
    const liveGrant = {
      grant: { expiresAtMs: TAKEN_AT_MS + 1_000, matchesConstitution: false, scope: 'AUTOTRADING' as const },
    }
    expect(both({ ...readyInputs(), liveGrant }).short.data).toMatchObject({
      liveGrant: {
        present: true,
        expiresAt: '2026-01-02T03:04:06.678Z',
        matchesConstitution: false,
      },
    })
  })
})
