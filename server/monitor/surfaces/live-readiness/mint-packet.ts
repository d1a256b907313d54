/** Creates the decision packet for live trading, and reuses the last one while no gate has changed. */

import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { computeDigest } from '../../../core/digest.ts'
import { digestedId } from '../../../core/id.ts'
import { DAY_MS, toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import type { Drill, StoredPackets, Waiver } from '../../inputs/go-live.ts'
import { chooseScope, countGates, judgeGates, standingWaivers } from './judge-gates.ts'
import type { ReadinessEvidence } from './readiness-evidence.ts'

/** Returns the last minted packet while it is recent and every gate has the same status and remedy; otherwise a new one. */
export const currentPacket = (evidence: ReadinessEvidence, stored: StoredPackets | undefined): DecisionPacket => {
  const minted = mint(evidence, stored?.current)
  const last = stored?.current
  const isYoung = last !== undefined && evidence.frame.nowMs < Date.parse(last.validUntil)
  return isYoung && computeDigest(decisiveFields(last)) === computeDigest(decisiveFields(minted)) ? last : minted
}

/** Time for which a packet retains its hash if its content does not change. */
const VALIDITY_MS = DAY_MS

/** Selects the fields whose change requires a new packet; numbers that vary within their limits do not. */
const decisiveFields = ({
  decision,
  constitutionHash,
  buildDigest,
  scope,
  gates,
  waivers,
  drills,
}: DecisionPacket) => ({
  decision,
  drills,
  constitutionHash,
  buildDigest,
  scope,
  waivers,
  gates: gates.map(({ id, status, waived, remedy }) => [id, status, waived, remedy]),
})

const mint = (evidence: ReadinessEvidence, last: DecisionPacket | undefined): DecisionPacket => {
  const { nowMs, hashes, snapshotId } = evidence.frame
  const gates = judgeGates(evidence)
  const counts = countGates(gates)
  const waived = new Set(gates.flatMap((gate) => (gate.waived ? [gate.id] : [])))
  const standing = standingWaivers(evidence)
  const content: Omit<DecisionPacket, 'packetId' | 'packetHash'> = {
    mintedAt: toRfc3339(nowMs),
    mintedOn: snapshotId,
    validUntil: toRfc3339(nowMs + VALIDITY_MS),
    decision: decide(counts),
    grantsAuthority: false,
    constitutionHash: hashes.constitution,
    buildDigest: hashes.build,
    scope: chooseScope(evidence),
    gates: [...gates],
    counts,
    waivers: standing.map(waiverBody),
    drills: drillsIn(evidence),
    residualRisks: [...RISKS, ...standing.filter(({ gateId }) => waived.has(gateId)).map(describeWaiver)],
    previous: last ? { packetId: last.packetId, decision: last.decision, at: last.mintedAt } : null,
  }
  const packetHash = computeDigest(content)
  return { packetId: digestedId('pkt', nowMs, packetHash), packetHash, ...content }
}

const decide = ({ fail, missing }: DecisionPacket['counts']): DecisionPacket['decision'] =>
  fail > 0 ? 'NO_GO' : missing > 0 ? 'INSUFFICIENT_EVIDENCE' : 'GO'

const waiverBody = ({ gateId, by, reason, madeAtMs, expiresAtMs }: Waiver): DecisionPacket['waivers'][number] => ({
  gateId,
  by,
  reason,
  madeAt: toRfc3339(madeAtMs),
  expiresAt: toRfc3339(expiresAtMs),
  signatureKeyId: null,
})

const DRILLS_MAX = 20

/** Returns the drills within the lookback period of the gates, newest first. */
const drillsIn = ({ inputs, frame }: ReadinessEvidence): DecisionPacket['drills'] => {
  const sinceMs = frame.nowMs - frame.constitution.monitor.goLiveDays * DAY_MS
  const recent = (inputs.drills ?? []).filter(({ startedAtMs }) => startedAtMs > sinceMs)
  return recent.slice(-DRILLS_MAX).reverse().map(drillBody)
}

const drillBody = (drill: Drill): DecisionPacket['drills'][number] => {
  const { drillId, kind, mode, startedAtMs, completedAtMs, outcome, by, heldWithinMs } = drill
  return {
    drillId,
    kind,
    executionMode: mode,
    startedAt: toRfc3339(startedAtMs),
    completedAt: toRfc3339OrNull(completedAtMs),
    durationMs: completedAtMs === null ? null : completedAtMs - startedAtMs,
    outcome,
    by,
    heldWithinMs,
  }
}

const describeWaiver = ({ gateId, reason, expiresAtMs }: Waiver): string =>
  `${gateId} is waived until ${toRfc3339(expiresAtMs)}, and is not measured: ${reason}`

/** Risks that remain when every gate passes. */
const RISKS = [
  'Paper fills are not exchange fills.',
  'Constitution and waivers are not signed: any user who can write the files of the host can set them.',
  'A single person can arm live trading.',
  'A stop does not protect against a price gap.',
]
