import { groupsOfEqual } from './equal-mass-bins.ts'
import type { CurvePoint, ProbabilityModel } from './probability-model.ts'
import { effectiveCount, type Sample, winShare } from './sample.ts'

type Scored = Pick<Sample, 'score' | 'won' | 'weight'>

interface Block {
  readonly fromScore: number
  readonly toScore: number
  readonly weight: number
  readonly p: number
}

/**
 * The never falling curve nearest to the outcomes in weighted squares, by pooling adjacent violators (Ayer et al.,
 * Annals of Mathematical Statistics 26, 1955); straight between its steps. There must be samples.
 */
export const fitIsotonic = (samples: readonly Scored[]): ProbabilityModel => {
  const blocks: Block[] = []
  for (const group of groupsOfEqual(samples.map((sample) => ({ ...sample, value: sample.score })))) {
    let block = toBlock(group)
    for (let last = blocks.at(-1); last && last.p >= block.p; last = blocks.at(-1)) {
      blocks.pop()
      block = pooled(last, block)
    }
    blocks.push(block)
  }
  return { kind: 'POINTS', points: blocks.flatMap(toPoints) }
}

const toBlock = (group: readonly (Scored & { value: number })[]): Block => {
  const score = group[0]?.value ?? Number.NaN
  return { fromScore: score, toScore: score, weight: effectiveCount(group), p: winShare(group) ?? Number.NaN }
}

const pooled = (first: Block, next: Block): Block => {
  const weight = first.weight + next.weight
  return {
    fromScore: first.fromScore,
    toScore: next.toScore,
    weight,
    p: (first.weight * first.p + next.weight * next.p) / weight,
  }
}

const toPoints = ({ fromScore, toScore, p }: Block): CurvePoint[] =>
  fromScore === toScore
    ? [{ score: fromScore, p }]
    : [
        { score: fromScore, p },
        { score: toScore, p },
      ]
