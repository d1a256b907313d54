import type { BookView } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { retainedBook } from './retained-book.ts'

const book = (state: BookView['state'], bids: BookView['bids'] = []): BookView => ({
  state,
  bids,
  asks: [],
  exchangeTimeMs: 7,
})
const LOST = book('RESYNCING')
const SYNCED = book('SYNCED', [['1.5', '2']])

it.each([
  ['knows nothing before the first', undefined, LOST, LOST],
  ['shows the present one', SYNCED, book('SYNCED', [['1.6', '1']]), book('SYNCED', [['1.6', '1']])],
  ['shows one that has no levels', SYNCED, book('SYNCED'), book('SYNCED')],
  ['keeps the last levels of one that is lost, as old ones', SYNCED, LOST, book('STALE', [['1.5', '2']])],
  ['keeps them for as long as it is lost', book('STALE', [['1.5', '2']]), LOST, book('STALE', [['1.5', '2']])],
  ['still knows nothing of one that never was', LOST, LOST, LOST],
])('%s', (_what, before, now, expected) => {
  expect(retainedBook(before, now)).toEqual(expected)
})
