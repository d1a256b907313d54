import type { PlacedMark } from './mark.ts'

/** Marks that would lie on one another, told as one at the place of the first. */
export interface JoinedMark extends PlacedMark {
  readonly count: number
}

/**
 * What is nearer to each other than `apartMs` on one side of the candles is put at the first of it, and what of that is of one kind is
 * joined. Executions stand at their prices: only those of one candle are. The marks come in order of time.
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
    joined.set(place, before ? withOneMore(before, mark) : { ...mark, openTimeMs, count: 1 })
  }
  return [...joined.values()].toSorted((a, b) => a.openTimeMs - b.openTimeMs)
}

/** What they have in common is still said. */
const withOneMore = (joined: JoinedMark, { word }: PlacedMark): JoinedMark => ({
  ...joined,
  word: joined.word === word ? word : '',
  count: joined.count + 1,
})

/** What is written beside it: `S10`, `S10 ×3`, or `×3` where they are not the same. */
export const formatMark = ({ word, count }: JoinedMark): string => (count === 1 ? word : `${word} ×${count}`.trim())
