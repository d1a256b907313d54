/**
 * Rules of the surface `go-live-readiness-snapshot`: summary of the decision packet, with blocking gates and changes.
 */

import type { Static } from 'typebox'
import { goLiveReadinessSnapshot as contract } from '../../../../contract/monitor/go-live-readiness-snapshot.ts'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../../../contract/monitor/surface.ts'
import { toRfc3339 } from '../../../core/instant.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { LiveGrantTruth, StoredPackets } from '../../inputs/go-live.ts'
import { countGates, type JudgedGate } from './judge-gates.ts'
import { PACKET_NEEDS, type PacketNeed } from './readiness-evidence.ts'

type Verdict = keyof typeof contract.verdicts
type Data = Static<typeof contract.data>

const PACKET = 'live-readiness-decision-packet'

/** Summary of the decision packet. */
export const goLiveReadinessSnapshot = defineSurface<Verdict, typeof contract.data, PacketNeed, 'packet' | 'liveGrant'>(
  {
    contract,
    needs: [...PACKET_NEEDS],
    optional: ['packet', 'liveGrant'],
    dependsOn: [PACKET],
    hasFaults: false,
    fault(_inputs, { reports }) {
      const report = reports.get(PACKET)
      if (report?.verdict !== 'NO_GO') return null
      return { verdict: 'NO_GO', summary: report.summary, reasons: reasonsIn(report), missing: missingIn(report) }
    },
    judge(_inputs, { reports }) {
      const report = reports.get(PACKET)
      if (report?.verdict === 'GO') return { verdict: 'GO', summary: report.summary, reasons: reasonsIn(report) }
      const [first = NO_PACKET, ...others] = report ? missingIn(report) : []
      return {
        missing: [first, ...others],
        ...(report && { summary: report.summary, reasons: reasonsIn(report) }),
      }
    },
    data: ({ packet, liveGrant }, frame) => snapshotBody(frame, packet, liveGrant),
  },
)

const NO_PACKET: MissingItem = {
  code: 'PACKET',
  description: 'A decision packet',
  have: null,
  need: 'a packet',
  producedBy: PACKET,
  earliestAtMs: null,
}

const reasonsIn = ({ reasons }: Report): Cause[] => reasons.map((reason) => ({ ...reason, of: [] }))

const missingIn = ({ missingEvidence }: Report): MissingItem[] =>
  missingEvidence.map(({ earliestAt, ...missingItem }) => ({
    ...missingItem,
    earliestAtMs: earliestAt === null ? null : Date.parse(earliestAt),
  }))

const snapshotBody = (
  { reports }: Frame,
  stored: StoredPackets | undefined,
  granted: LiveGrantTruth | undefined,
): Data => {
  const report = reports.get(PACKET)
  const packet = report && packetIn(report)
  const gates = packet?.gates ?? []
  const counts = countGates(gates)
  return {
    packetId: packet?.packetId ?? null,
    packetHash: packet?.packetHash ?? null,
    decision: packet?.decision ?? null,
    counts,
    firstFailing: gates
      .filter(({ status }) => status === 'FAIL')
      .slice(0, LISTED_MAX)
      .map(inShort),
    nearest: gates
      .filter(({ status }) => status === 'MISSING')
      .toSorted((a, b) => Number(a.measured === null) - Number(b.measured === null))
      .slice(0, LISTED_MAX)
      .map((gate) => ({ ...inShort(gate), etaAt: gateEta(gate.id, report) })),
    changeSince: packet ? changeSince(packet, stored) : null,
    readinessPct: gates.length === 0 ? null : measuredPct(counts, gates.length),
    liveGrant: grantBody(granted),
    grantsAuthority: false,
  }
}

const measuredPct = ({ pass, waived }: Data['counts'], gates: number): number =>
  Number(((100 * (pass - waived)) / gates).toFixed(1))

const LISTED_MAX = 5

/** Returns the packet in the report, or null when it could not be computed. */
const packetIn = ({ data }: Report): DecisionPacket | null => data as DecisionPacket | null

const inShort = ({ id, title, measured, threshold }: JudgedGate) => ({ id, title, measured, threshold })

const gateEta = (gateId: string, report: Report | undefined): string | null =>
  report?.missingEvidence.find(({ code }) => code === gateId)?.earliestAt ?? null

const RANK: Record<JudgedGate['status'], number> = { FAIL: 0, MISSING: 1, PASS: 2 }

/** Ranks by what was measured: a waived gate ranks like one with missing evidence. */
const gateRank = ({ status, waived }: JudgedGate): number => RANK[waived ? 'MISSING' : status]

const changeSince = (packet: DecisionPacket, stored: StoredPackets | undefined): Data['changeSince'] => {
  const before = stored?.current.packetId === packet.packetId ? stored.before : stored?.current
  if (!before) return null
  const was = new Map(before.gates.map((gate) => [gate.id, gateRank(gate)]))
  const changed = (which: (step: number) => boolean): string[] =>
    packet.gates.flatMap((gate) => (which(gateRank(gate) - (was.get(gate.id) ?? gateRank(gate))) ? [gate.id] : []))
  const { packetId, mintedAt: at } = before
  return { packetId, at, improved: changed((step) => step > 0), regressed: changed((step) => step < 0) }
}

const grantBody = (granted: LiveGrantTruth | undefined): Data['liveGrant'] => {
  const grant = granted?.grant ?? null
  return {
    present: grant !== null,
    expiresAt: grant && toRfc3339(grant.expiresAtMs),
    matchesConstitution: grant?.matchesConstitution ?? null,
  }
}
