import { expect, it } from 'vitest'
import { asOfMerged, mergeLive } from './merge-live.ts'
import { newestFirst } from './newest-first.ts'

const item = (at: number, version = 0) => ({ id: `i${at}`, at, version })
type Item = ReturnType<typeof item>

const IDENTITY = { getId: ({ id }: Item) => id, order: (a: Item, b: Item) => b.at - a.at }

const join = (items: Item[] | undefined, liveItems: Item[], hasMore = false) =>
  mergeLive({ items, hasMore }, liveItems, IDENTITY)

it('merges streamed items into the loaded ones and replaces older versions', () => {
  expect(join([item(3), item(1)], [item(4, 1), item(3, 1)])).toEqual([item(4, 1), item(3, 1), item(1)])
})

it('keeps the newer of two versions when it can be determined', () => {
  const isNewer = (live: Item, read: Item): boolean => live.version >= read.version
  const read = { items: [item(2, 1), item(1, 4)], hasMore: false }
  const liveItems = [item(3, 1), item(2, 2), item(1, 3)]
  expect(mergeLive(read, liveItems, { ...IDENTITY, isNewer })).toEqual([item(3, 1), item(2, 2), item(1, 4)])
})

it('drops what lies beyond the last loaded page', () => {
  expect(join([item(3)], [item(2, 1), item(3, 1)], true)).toEqual([item(3, 1)])
  expect(join([item(3)], [item(2, 1)], false)).toEqual([item(3), item(2, 1)])
})

it('is undefined until something was loaded', () => {
  expect(join(undefined, [item(1)])).toBeUndefined()
  expect(join([], [item(1, 1)])).toEqual([item(1, 1)])
})

it('is as recent as the last streamed item', () => {
  const [before, read, since] = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:06.000Z', '2026-01-02T03:04:07.000Z']
  expect(asOfMerged(read, [])).toBe(read)
  expect(asOfMerged(read, [before, since])).toBe(since)
  expect(asOfMerged(read, [before])).toBe(read)
  expect(asOfMerged(undefined, [since])).toBeUndefined()
})

it('sorts newest first, and by descending id within an instant', () => {
  const order = newestFirst<readonly [string, string]>(
    ([at]) => at,
    ([, id]) => id,
  )
  const sorted = [['1', 'a'] as const, ['2', 'a'] as const, ['1', 'B'] as const, ['2', 'b'] as const].toSorted(order)
  expect(sorted.map((one) => one.join(''))).toEqual(['2b', '2a', '1a', '1B'])
})
