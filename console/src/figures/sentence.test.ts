import { expect, it } from 'vitest'
import { splitSentence } from './sentence.ts'

it('finds the commands and the instants of a sentence', () => {
  expect(splitSentence('Valid until 2026-12-23T00:00:00.000Z; take it back with `plimsoll live disarm`.')).toEqual([
    { kind: 'words', text: 'Valid until ' },
    { kind: 'instant', text: '2026-12-23T00:00:00.000Z' },
    { kind: 'words', text: '; take it back with ' },
    { kind: 'code', text: 'plimsoll live disarm' },
    { kind: 'words', text: '.' },
  ])
})

it.each([
  ['is 63654136345.80 USDT', 'is 63,654,136,345.80 USDT'],
  ['the mark price 63466.0, or', 'the mark price 63,466.0, or'],
  ['at -1234567.1234567', 'at −1,234,567.1234567'],
  ['is 5100.00 USDT, at most 5000 USDT', 'is 5,100.00 USDT, at most 5,000 USDT'],
  ['19183 ms ago', '19,183 ms ago'],
  [
    'LR-20260102, v1.2.34567, 2026.1.5, ord_12345, process 12345, :12345',
    'LR-20260102, v1.2.34567, 2026.1.5, ord_12345, process 12345, :12345',
  ],
  ['equals -11.34 bps', 'equals −11.34 bps'],
  ['-1 (-0.5%)', '−1 (−0.5%)'],
  ['Fix what security-rbac-truth reports.', 'Fix what “Security” reports.'],
  ['2026-12-23, 3-5 of LR-20, --port', '2026-12-23, 3-5 of LR-20, --port'],
])('formats the figures of %j consistently', (sentence, text) => {
  expect(splitSentence(sentence)).toEqual([{ kind: 'words', text }])
})
