import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginate, type Row, readSpan } from './pages.ts'
import { readQuery } from './params.ts'

const DAY_MS = 86_400_000

const createRows = (count: number): Row<number>[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `id-${index}`,
    atMs: 1_000 - Math.floor(index / 3),
    value: index,
  }))

describe('a paginated list', () => {
  it('always yields the complete list in order, whatever the page size', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 50 }), (count, limit) => {
        const rows = createRows(count)
        const read: number[] = []
        let cursor = ''
        do {
          const page = paginate(rows, readQuery(`cursor=${cursor}`), limit)
          read.push(...page.rows)
          cursor = page.nextPageCursor
        } while (cursor !== '')
        expect(read).toEqual(rows.map(({ value }) => value))
      }),
    )
  })

  it('continues where it was when new items have been added in front', () => {
    const { nextPageCursor } = paginate(createRows(5), readQuery(''), 2)
    const grown = [{ name: 'new', atMs: 2_000, value: -1 }, ...createRows(5)]
    expect(paginate(grown, readQuery(`cursor=${nextPageCursor}`), 2).rows).toEqual([2, 3])
  })

  it('accepts a cursor that was URL-encoded again', () => {
    const { nextPageCursor } = paginate(createRows(5), readQuery(''), 2)
    const once = readQuery(`cursor=${encodeURIComponent(nextPageCursor)}`)
    expect(paginate(createRows(5), once, 2).rows).toEqual([2, 3])
  })

  it('is empty after an unknown cursor', () => {
    expect(paginate(createRows(5), readQuery('cursor=nobody:1'), 2)).toEqual({ rows: [], nextPageCursor: '' })
  })
})

const NOW = 100 * DAY_MS

describe('a time range', () => {
  it.each([
    ['', NOW - 7 * DAY_MS, Number.POSITIVE_INFINITY],
    [`startTime=${NOW - DAY_MS}`, NOW - DAY_MS, NOW + 6 * DAY_MS],
    [`endTime=${NOW - DAY_MS}`, NOW - 8 * DAY_MS, NOW - DAY_MS],
    [`startTime=1&endTime=2`, 1, 2],
  ])('of %o', (query, fromMs, toMs) => {
    expect(readSpan(readQuery(query), NOW, 7 * DAY_MS)).toEqual({ fromMs, toMs })
  })

  it.each([`startTime=0&endTime=${7 * DAY_MS + 1}`, 'startTime=2&endTime=1', 'startTime=x'])(
    'is refused: %s',
    (query) => {
      expect(() => readSpan(readQuery(query), NOW, 7 * DAY_MS)).toThrow('params error')
    },
  )
})
