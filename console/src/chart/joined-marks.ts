/** Joins overlapping marks of a chart, and formats their labels. */

import type { PlacedMark } from './mark.ts'

/** Overlapping marks, drawn as one at the position of the first. */
export interface JoinedMark extends PlacedMark {
  readonly count: number
  /** False where the label would cover that of an earlier execution. */
  readonly isLabelled: boolean
}

/**
 * Joins marks of one kind that are closer than `apartMs` on one side of the candles, at the position of the first.
 * Executions are drawn at their prices, so only those on one candle are joined, and of close ones the first has the label.
 * The marks must be in order of time.
 */
export const joinedMarks = (marks: readonly PlacedMark[], apartMs: number): readonly JoinedMark[] => {
  const beginnings = new Map<PlacedMark['side'], number>()
  const joined = new Map<string, JoinedMark>()
  const resolveBeginning = ({ kind, side, openTimeMs }: PlacedMark): number => {
    if (kind === 'fill') return openTimeMs
    const begun = beginnings.get(side)
    if (begun !== undefined && openTimeMs - begun < apartMs) return begun
    beginnings.set(side, openTimeMs)
    return openTimeMs
  }
  for (const mark of marks) {
    const openTimeMs = resolveBeginning(mark)
    const place = `${openTimeMs} ${mark.side} ${mark.kind}`
    const before = joined.get(place)
    joined.set(place, before ? withOneMore(before, mark) : { ...mark, openTimeMs, count: 1, isLabelled: true })
  }
  const inOrder = [...joined.values()].toSorted((a, b) => a.openTimeMs - b.openTimeMs)
  return withoutCoveredLabels(inOrder, apartMs)
}

const withoutCoveredLabels = (marks: readonly JoinedMark[], apartMs: number): readonly JoinedMark[] => {
  const labelledAt = new Map<PlacedMark['side'], number>()
  return marks.map((mark) => {
    if (mark.kind !== 'fill') return mark
    const isLabelled = mark.openTimeMs - (labelledAt.get(mark.side) ?? Number.NEGATIVE_INFINITY) >= apartMs
    if (isLabelled) labelledAt.set(mark.side, mark.openTimeMs)
    return { ...mark, isLabelled }
  })
}

/** Adds one mark; the label remains only if both have the same. */
const withOneMore = (joined: JoinedMark, { word }: PlacedMark): JoinedMark => ({
  ...joined,
  word: joined.word === word ? word : '',
  count: joined.count + 1,
})

/** Returns the label of a joined mark: `S10`, `S10 ×3`, or `×3` when the labels differ. */
export const formatMark = ({ word, count, isLabelled }: JoinedMark): string => {
  if (!isLabelled) return ''
  return count === 1 ? word : `${word} ×${count}`.trim()
}
