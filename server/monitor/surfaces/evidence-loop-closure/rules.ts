/**
 * Rules of the surface `evidence-loop-closure-truth`: the links from strategy signals to the results of their trades.
 */

import {
  evidenceLoopClosureTruth as contract,
  type EvidenceLoopClosure,
} from '../../../../contract/monitor/evidence-loop-closure-truth.ts'
import { toRfc3339 } from '../../../core/instant.ts'
import { closureRate, type StageCount } from '../../../domain/evidence/loop-stage.ts'
import { counted } from '../../frame/missing-evidence.ts'
import {
  type Cause,
  defineSurface,
  type Finding,
  type Frame,
  type Insufficient,
  type MissingItem,
} from '../../frame/surface.ts'
import type { EvidenceLoopTruth, Portion } from '../../inputs/order-flow.ts'

/** Completeness of the evidence, from strategy signals to their results. */
export const evidenceLoopClosureTruth = defineSurface({
  contract,
  needs: ['evidenceLoop'],
  fault: ({ evidenceLoop }, frame) => broken(evidenceLoop, frame),
  judge: ({ evidenceLoop }, frame) => judge(evidenceLoop, frame),
  data: ({ evidenceLoop }) => loopBody(evidenceLoop),
})

/** Reports missing evidence: no links at all, or more than the check reads. */
const missingItemIn = ({ stages, whole }: EvidenceLoopTruth): MissingItem | null => {
  const decided = stages.filter(({ stage }) => stage === 'DECISION' || stage === 'INTENT')
  if (decided.every(({ eligible }) => eligible === 0)) {
    return {
      code: 'DECISIONS',
      description: 'Decisions of the last 24 hours that were due to advance',
      have: 0,
      need: 1,
      unit: 'decisions',
      producedBy: 'autotrading engine and orders of callers',
      earliestAtMs: null,
    }
  }
  if (whole) return null
  return {
    code: 'WHOLE_WINDOW',
    description: 'All links of the last 24 hours',
    have: `${stages.reduce((sum, { total }) => sum + total, 0)} links`,
    need: 'all of them',
    producedBy: 'evidence count',
    earliestAtMs: null,
  }
}

type Verdict = keyof typeof contract.verdicts

const broken = (loop: EvidenceLoopTruth | undefined, { constitution }: Frame): Finding<Verdict> | null => {
  if (!loop) return null
  const { loopBrokenShare } = constitution.monitor
  const open = loop.stages.filter((stage) => isBelow(stage, loopBrokenShare))
  if (open.length === 0 && loop.withoutIntent === 0) return null
  const [worst] = worstFirst(open)
  return {
    verdict: 'LOOP_BROKEN',
    summary:
      loop.withoutIntent > 0
        ? `${loop.withoutIntent} own ${loop.withoutIntent === 1 ? 'order or fill' : 'orders or fills'} without a recorded decision; the limit is 0.`
        : `${worst ? describeRate(worst) : ''}; below ${percent(loopBrokenShare)} the loop is broken.`,
    reasons: [
      ...(loop.withoutIntent > 0 ? [withoutIntent(loop)] : []),
      ...worstFirst(open).map((stage) => ofStage(stage, loopBrokenShare)),
    ],
  }
}

const withoutIntent = ({ withoutIntent: value }: EvidenceLoopTruth): Cause => ({
  code: 'WITHOUT_INTENT',
  message: 'Own orders or fills whose decision is not in the store',
  value,
  threshold: 0,
  unit: 'orders and fills',
  of: ['evidenceLoop'],
})

const judge = (loop: EvidenceLoopTruth, { constitution }: Frame): Finding<Verdict> | Insufficient => {
  const missingItem = missingItemIn(loop)
  if (missingItem) return { missing: [missingItem] }
  const { loopClosedShare } = constitution.monitor
  const open = loop.stages.filter((stage) => isBelow(stage, loopClosedShare))
  const unlinked = loop.stages.filter(({ orphansBackward }) => orphansBackward > 0)
  const { part, whole } = loop.hashLinked
  const missing = [ACKNOWLEDGEMENTS]
  if (open.length === 0 && unlinked.length === 0 && part === whole) {
    const [worst] = worstFirst(loop.stages)
    return {
      verdict: 'LOOP_CLOSED',
      summary: `Every record advances or states why not (worst: ${worst ? describeRate(worst) : ''}); ${digestsIn(loop.hashLinked)}.`,
      reasons: [],
      missing,
    }
  }
  return {
    verdict: 'LOOP_LEAKING',
    summary: `${[...worstFirst(open).slice(0, 1).map(describeRate), ...linksIn(unlinked), digestsIn(loop.hashLinked)].join('; ')}.`,
    reasons: [
      ...worstFirst(open).map((stage) => ofStage(stage, loopClosedShare)),
      ...unlinked.map(notLinked),
      ...(part < whole ? [ofDigests(loop.hashLinked)] : []),
    ],
    missing,
  }
}

/**
 * Missing acknowledgement times: reports overwrite each other in the order, so only the time of the last one is stored.
 */
const ACKNOWLEDGEMENTS: MissingItem = {
  code: 'ACKNOWLEDGEMENT_TIMES',
  description: 'The time at which the exchange acknowledged each order, for the lag of INTENT',
  have: null,
  need: 'one for each order',
  producedBy: 'not recorded',
  earliestAtMs: null,
}

const isBelow = (stage: StageCount, share: number): boolean => (closureRate(stage) ?? 1) < share

const worstFirst = (stages: readonly StageCount[]): StageCount[] =>
  stages.filter(({ eligible }) => eligible > 0).toSorted((a, b) => (closureRate(a) ?? 1) - (closureRate(b) ?? 1))

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const describeRate = (stage: StageCount): string =>
  `${stage.stage} ${stage.eligible - stage.orphansForward} of ${stage.eligible}, ${percent(closureRate(stage) ?? 1)}`

/** Describes the broken links; empty if there are none. */
const linksIn = (stages: readonly StageCount[]): string[] => {
  const orphans = stages.reduce((sum, { orphansBackward }) => sum + orphansBackward, 0)
  return orphans === 0 ? [] : [`${counted(orphans, 'parent link')} ${orphans === 1 ? 'is' : 'are'} broken`]
}

const digestsIn = ({ part, whole }: Portion): string => {
  if (whole === 0) return 'no digest was stored for comparison'
  return `${part} of ${counted(whole, 'stored digest')} ${part === 1 ? 'matches' : 'match'}`
}

const ofStage = (stage: StageCount, threshold: number): Cause => ({
  code: `${stage.stage}_OPEN`,
  message: `${stage.orphansForward} of ${stage.eligible} neither advanced nor stated a reason`,
  value: closureRate(stage) ?? 1,
  threshold,
  unit: 'share',
  of: ['evidenceLoop'],
})

const notLinked = ({ stage, orphansBackward }: StageCount): Cause => ({
  code: `${stage}_NOT_LINKED`,
  message: 'The parent record is missing or has changed',
  value: orphansBackward,
  threshold: 0,
  of: ['evidenceLoop'],
})

const ofDigests = ({ part, whole }: Portion): Cause => ({
  code: 'DIGESTS_DIFFER',
  message: 'The recomputed digest of a parent differs from the stored one',
  value: part,
  threshold: whole,
  unit: 'links',
  of: ['evidenceLoop'],
})

const loopBody = (loop: EvidenceLoopTruth | undefined): EvidenceLoopClosure => ({
  window: loop ? { from: toRfc3339(loop.window.fromMs), to: toRfc3339(loop.window.toMs) } : null,
  stages: (loop?.stages ?? []).map((stage) => ({
    ...stage,
    closureRate: closureRate(stage),
    sampleOrphanIds: [...stage.sampleOrphanIds],
  })),
  endToEnd: {
    signalsWithOutcomePct: toPercent(loop?.signalsWithOutcome),
    fillsWithSignalPct: toPercent(loop?.fillsWithSignal),
    decisionsWithGateEvidencePct: toPercent(loop?.decisionsWithGateEvidence),
    hashLinkedPct: toPercent(loop?.hashLinked),
  },
  brokenLinks: (loop?.brokenLinks ?? []).map((link) => ({ ...link })),
})

const toPercent = (portion: Portion | undefined): number | null =>
  !portion || portion.whole === 0 ? null : (100 * portion.part) / portion.whole
