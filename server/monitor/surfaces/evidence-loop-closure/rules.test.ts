import { describe, expect, it } from 'vitest'
import { aSnapshot, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import { countStage, LOOP_STAGES, type LoopStage, type StageCount } from '../../../domain/evidence/loop-stage.ts'
import type { EvidenceLoopTruth } from '../../inputs/order-flow.ts'
import { evidenceLoopClosureTruth as surface } from './rules.ts'

const aStage = (stage: LoopStage, eligible: number, part: Partial<StageCount> = {}): StageCount => ({
  ...countStage(stage, [], 2_000),
  total: eligible,
  eligible,
  closedForward: eligible - (part.orphansForward ?? 0),
  linkedBack: eligible,
  ...part,
})

const aLoop = (
  parts: Partial<Record<LoopStage, Partial<StageCount>>> = {},
  loop: Partial<EvidenceLoopTruth> = {},
): EvidenceLoopTruth => ({
  window: { fromMs: TAKEN_AT_MS - DAY_MS, toMs: TAKEN_AT_MS },
  stages: LOOP_STAGES.map((stage) => aStage(stage, 1_000, parts[stage])),
  signalsWithOutcome: { part: 990, whole: 1_000 },
  fillsWithSignal: { part: 20, whole: 20 },
  decisionsWithGateEvidence: { part: 2_000, whole: 2_000 },
  hashLinked: { part: 2_100, whole: 2_100 },
  withoutIntent: 0,
  brokenLinks: [],
  whole: true,
  ...loop,
})

const judge = (evidenceLoop: EvidenceLoopTruth) => report(surface, aSnapshot({ evidenceLoop }))
const open = (orphansForward: number) => judge(aLoop({ DECISION: { orphansForward } }))

describe('evidence-loop-closure-truth', () => {
  it('is closed when every record advances or states why not, and every digest matches', () => {
    const made = judge(aLoop())
    expect(made).toMatchObject({
      verdict: 'LOOP_CLOSED',
      severity: 'OK',
      data: {
        endToEnd: {
          signalsWithOutcomePct: 99,
          fillsWithSignalPct: 100,
          decisionsWithGateEvidencePct: 100,
          hashLinkedPct: 100,
        },
      },
    })
    expect(made.summary).toBe(
      'Every record advances or states why not (worst: SIGNAL 1000 of 1000, 100.0%); 2100 of 2100 stored digests match.',
    )
    expect(made.missingEvidence.map(({ code }) => code)).toEqual(['ACKNOWLEDGEMENT_TIMES'])
  })

  it.each([
    [5, 'LOOP_CLOSED'],
    [6, 'LOOP_LEAKING'],
    [50, 'LOOP_LEAKING'],
    [51, 'LOOP_BROKEN'],
  ])('with %i of 1000 decisions that led nowhere is %s', (orphans, verdict) => {
    const made = open(orphans)
    expect(made.verdict).toBe(verdict)
    expect(made.reasons.map(({ code }) => code)).toEqual(verdict === 'LOOP_CLOSED' ? [] : ['DECISION_OPEN'])
  })

  it('names the worst stage and its numbers', () => {
    const made = judge(aLoop({ DECISION: { orphansForward: 60 }, OUTCOME: { orphansForward: 400 } }))
    expect(made.summary).toBe('OUTCOME 600 of 1000, 60.0%; below 95.0% the loop is broken.')
    expect(made.reasons.map(({ code, value, threshold }) => [code, value, threshold])).toEqual([
      ['OUTCOME_OPEN', 0.6, 0.95],
      ['DECISION_OPEN', 0.94, 0.95],
    ])
  })

  it('is broken by one order without a cause', () => {
    const made = judge(aLoop({}, { withoutIntent: 1, brokenLinks: [{ fromId: 'a', toId: 'b', kind: 'C' }] }))
    expect(made).toMatchObject({
      verdict: 'LOOP_BROKEN',
      severity: 'CRITICAL',
      summary: '1 own order or fill without a recorded decision; the limit is 0.',
      data: { brokenLinks: [{ fromId: 'a', toId: 'b', kind: 'C' }] },
    })
  })

  it('leaks through one missing link or one digest that does not match', () => {
    const unlinked = judge(aLoop({ POSITION: { orphansBackward: 1 } }))
    expect([unlinked.verdict, unlinked.reasons.map(({ code }) => code)]).toEqual([
      'LOOP_LEAKING',
      ['POSITION_NOT_LINKED'],
    ])
    const changed = judge(aLoop({}, { hashLinked: { part: 2_099, whole: 2_100 } }))
    expect([changed.verdict, changed.reasons.map(({ code }) => code)]).toEqual(['LOOP_LEAKING', ['DIGESTS_DIFFER']])
    expect(changed.summary).toBe('2099 of 2100 stored digests match.')
    expect(unlinked.summary).toContain('1 parent link is broken; ')
  })

  it('reports that there was no digest to compare', () => {
    const made = judge(aLoop({}, { hashLinked: { part: 0, whole: 0 } }))
    expect([made.verdict, made.summary]).toEqual([
      'LOOP_CLOSED',
      'Every record advances or states why not (worst: SIGNAL 1000 of 1000, 100.0%); no digest was stored for comparison.',
    ])
  })

  it('is not good before anything was decided, whatever the number of signals', () => {
    const none = { total: 3, eligible: 0, closedForward: 0, pending: 3 }
    const made = judge(aLoop({ DECISION: none, INTENT: none }))
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'DECISIONS', have: 0, need: 1, unit: 'decisions' }],
    })
    expect(judge(aLoop({ DECISION: none })).verdict).toBe('LOOP_CLOSED')
    expect(judge(aLoop({ DECISION: none, INTENT: none, OUTCOME: { orphansForward: 51 } })).verdict).toBe('LOOP_BROKEN')
  })

  it('is not rated good on a part of the day', () => {
    const made = judge(aLoop({}, { whole: false }))
    expect(made).toMatchObject({ verdict: 'INSUFFICIENT_EVIDENCE', missingEvidence: [{ code: 'WHOLE_WINDOW' }] })
    expect(judge(aLoop({ FILL: { orphansForward: 51 } }, { whole: false })).verdict).toBe('LOOP_BROKEN')
  })

  it('returns nothing good on a missing or old count, but still reports what is broken', () => {
    expect(report(surface, aSnapshot({})).verdict).toBe('INSUFFICIENT_EVIDENCE')
    const aged = (loop: EvidenceLoopTruth, ageMs: number) =>
      report(surface, aSnapshot({ evidenceLoop: loop }, { agesMs: { evidenceLoop: ageMs } })).verdict
    expect(aged(aLoop(), 5 * 60_000)).toBe('LOOP_CLOSED')
    expect(aged(aLoop(), 5 * 60_000 + 1)).toBe('INSUFFICIENT_EVIDENCE')
    expect(aged(aLoop({}, { withoutIntent: 1 }), 5 * 60_000 + 1)).toBe('LOOP_BROKEN')
  })
})
