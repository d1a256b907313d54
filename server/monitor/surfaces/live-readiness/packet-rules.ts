/** Rules of the surface `live-readiness-decision-packet`: the evidence for a decision on trading with real money. */

import { liveReadinessDecisionPacket as contract } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { type Instant, toRfc3339 } from '../../../core/instant.ts'
import { type Cause, defineSurface, type MissingItem } from '../../frame/surface.ts'
import type { LiveGrantTruth } from '../../inputs/go-live.ts'
import { countGates, describePasses, type JudgedGate, judgeGates, judgeParts, READINESS_GATES } from './judge-gates.ts'
import { currentPacket } from './mint-packet.ts'
import { evidenceDueAt } from './performance-gates.ts'
import { PACKET_NEEDS, type PacketNeed, type ReadinessEvidence } from './readiness-evidence.ts'

/** Surfaces whose reports the gates use. */
const READ = [
  'profitability-quality-scorecard',
  'candidate-quality-v3',
  'runtime-constitution-truth',
  'evidence-loop-closure-truth',
  'protection-blocker-truth',
  'execution-throttle-truth',
  'security-rbac-truth',
  'rag-nlp-ml-boundary-truth',
  'messenger-dynamic-truth',
]

type Verdict = keyof typeof contract.verdicts
type OptionalInput = 'packet' | 'liveGrant'

/** Evidence for a person to decide on trading with real money. It grants nothing. */
export const liveReadinessDecisionPacket = defineSurface<Verdict, typeof contract.data, PacketNeed, OptionalInput>({
  contract,
  needs: [...PACKET_NEEDS],
  optional: ['packet', 'liveGrant'],
  dependsOn: READ,
  fault(inputs, frame) {
    const gates = judgeGates({ inputs, frame })
    const failing = gates.filter(({ status }) => status === 'FAIL')
    if (failing.length === 0) return null
    const counts = countGates(gates)
    const { pass, fail, missing } = counts
    const named = failing.map(({ id, title }) => `${id} (${title.charAt(0).toLowerCase()}${title.slice(1)})`).join(', ')
    const summary = `No go: ${fail} of ${gates.length} gates ${fail === 1 ? 'fails' : 'fail'}, ${describePasses(`${pass} pass`, counts)}, evidence is missing for ${missing}; failing: ${named}.`
    return {
      verdict: 'NO_GO',
      summary,
      reasons: failing.map(toCause),
      missing: collectMissing(gates, { inputs, frame }),
    }
  },
  judge(inputs, frame) {
    const gates = judgeGates({ inputs, frame })
    const [first, ...others] = collectMissing(gates, { inputs, frame })
    const counts = countGates(gates)
    if (first) {
      const summary = `Not enough evidence for a go: ${describePasses(`${counts.pass} of ${gates.length} gates pass`, counts)}, none fails, evidence is missing for ${counts.missing}, first ${first.code}.`
      return { missing: [first, ...others], summary }
    }
    const waived = gates.filter((gate) => gate.waived)
    const summary = `Go: all ${gates.length} gates pass, ${waived.length} of them by a host waiver because they are not measured.`
    return { verdict: 'GO', summary, reasons: waived.map(waiverCause) }
  },
  remarks: ({ liveGrant }, verdict) => (verdict === 'GO' || !liveGrant?.grant ? [] : [grantStands(liveGrant.grant)]),
  data: ({ packet, liveGrant: _given, ...inputs }, frame) => currentPacket({ inputs, frame }, packet),
  parts: (inputs, frame) => judgeParts({ inputs, frame }),
})

type Grant = NonNullable<LiveGrantTruth['grant']>

const grantStands = ({ expiresAtMs }: Grant): Cause => ({
  code: 'GRANT_STANDS',
  message: `A live grant is valid until ${toRfc3339(expiresAtMs)} although this is no go; revoke it on the host with: plimsoll live disarm`,
  value: toRfc3339(expiresAtMs),
  of: ['liveGrant'],
  severity: 'BLOCK',
})

const toCause = ({ id, title, what, measured, threshold, unit, remedy, evidenceIds }: JudgedGate): Cause => ({
  code: id,
  message: `${title}: ${what}: ${measured ?? 'not measured'}, required: ${threshold}`,
  value: measured ?? 'not measured',
  threshold,
  ...(unit !== null && { unit }),
  remedy,
  of: [],
  evidenceIds,
})

const waiverCause = ({ id, title }: JudgedGate): Cause => ({
  code: `${id}_WAIVED`,
  message: `${title}: passed by a host waiver`,
  of: ['waivers'],
  severity: 'INFO',
})

const collectMissing = (gates: readonly JudgedGate[], evidence: ReadinessEvidence): MissingItem[] =>
  gates.flatMap(({ id, title, status, what, measured, threshold, unit, producedBy, remedy }) =>
    status === 'MISSING'
      ? [
          {
            code: id,
            description: `${title}: ${what}`,
            have: measured,
            need: threshold,
            ...(unit !== null && { unit }),
            producedBy,
            remedy,
            earliestAtMs: dueAtMs(id, producedBy, evidence),
          },
        ]
      : [],
  )

const dueAtMs = (gateId: string, producedBy: string, evidence: ReadinessEvidence): Instant | null => {
  const gate = READINESS_GATES.find(({ id }) => id === gateId)
  return gate?.dueAtMs ? gate.dueAtMs(evidence) : evidenceDueAt(evidence.frame.reports.get(producedBy))
}
