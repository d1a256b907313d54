import { expect, it } from 'vitest'
import { MINUTE_MS } from './candle-samples.ts'
import { formatMark, joinedMarks } from './joined-marks.ts'
import type { PlacedMark } from './mark.ts'

const aMark = (minute: number, word: string, of: Partial<PlacedMark> = {}): PlacedMark => ({
  id: `${word} ${minute} ${of.side}`,
  kind: 'signal',
  atMs: minute * MINUTE_MS,
  openTimeMs: minute * MINUTE_MS,
  side: 'BUY',
  word,
  text: word,
  price: null,
  ...of,
})

const summarise = (marks: readonly PlacedMark[], apart: number) =>
  joinedMarks(marks, apart * MINUTE_MS).map((mark) => `${mark.openTimeMs / MINUTE_MS}: ${formatMark(mark)}`)

it('groups overlapping marks from the first one on, and counts them', () => {
  const marks = [aMark(1, 'S10'), aMark(3, 'S10'), aMark(4, 'S01'), aMark(6, 'S05')]
  expect(summarise(marks, 4)).toEqual(['1: ×3', '6: S05'])
  expect(summarise(marks, 3)).toEqual(['1: S10 ×2', '4: ×2'])
  expect(summarise(marks, 1)).toEqual(['1: S10', '3: S10', '4: S01', '6: S05'])
})

it('separates marks of another side, and stacks marks of another kind', () => {
  const held = { kind: 'blocked', id: 'held' } as const
  const marks = [aMark(1, 'S10'), aMark(2, 'S01', { side: 'SELL' }), aMark(2, 'S10', held), aMark(5, 'S05')]
  expect(summarise(marks, 3)).toEqual(['1: S10', '1: S10', '2: S01', '5: S05'])
})

it('groups executions of one candle only, and labels the first of close ones', () => {
  const fill = { kind: 'fill', price: '10' } as const
  const marks = [aMark(1, 'BUY', fill), aMark(1, 'BUY', { ...fill, id: 'again' }), aMark(2, 'BUY', fill)]
  expect(summarise(marks, 1)).toEqual(['1: BUY ×2', '2: BUY'])
  expect(summarise(marks, 9)).toEqual(['1: BUY ×2', '2: '])
  expect(summarise([...marks, aMark(2, 'SELL', { ...fill, side: 'SELL' })], 9)).toContain('2: SELL')
})
