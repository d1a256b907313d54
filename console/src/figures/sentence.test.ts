import { expect, it } from 'vitest'
import { piecesOf } from './sentence.ts'

it('finds the commands and the instants of a sentence', () => {
  expect(piecesOf('Stands until 2026-12-23T00:00:00.000Z; take it back with `plimsoll live disarm`.')).toEqual([
    { kind: 'words', text: 'Stands until ' },
    { kind: 'instant', text: '2026-12-23T00:00:00.000Z' },
    { kind: 'words', text: '; take it back with ' },
    { kind: 'code', text: 'plimsoll live disarm' },
    { kind: 'words', text: '.' },
  ])
})

it.each([
  ['comes to -11.34 bps', 'comes to −11.34 bps'],
  ['-1 (-0.5 %)', '−1 (−0.5 %)'],
  ['2026-12-23, 3-5 of LR-20, --port', '2026-12-23, 3-5 of LR-20, --port'],
])('writes the figures of %j with a minus', (sentence, text) => {
  expect(piecesOf(sentence)).toEqual([{ kind: 'words', text }])
})
