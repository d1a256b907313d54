import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prefersCsv, toCsv } from './send-list.ts'

describe('CSV', () => {
  it('has a header and quotes fields when necessary', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          { a: 'x, "y"', b: null, c: 1 },
          { a: 'line\nbreak', b: true, c: 2 },
        ],
      ),
    ).toBe('a,b\r\n"x, ""y""",\r\n"line\nbreak",true\r\n')
  })

  it.each(['=1+1', '+1', '@SUM(A1)', '-cmd', '\t=1', '-1+1'])('never lets a spreadsheet run %j', (text) => {
    expect(toCsv(['a'], [{ a: text }])).toContain(`'${text}`)
  })

  it.each(['-12.50000000', '0.001', '-1'])('leaves the number %s a number', (text) => {
    expect(toCsv(['a'], [{ a: text }])).toBe(`a\r\n${text}\r\n`)
  })

  it('always parses back to the original, except for formulas', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [, cell = ''] = toCsv(['a'], [{ a: text }]).split(/^a\r\n/)
        const bare = cell.slice(0, -2)
        const read = bare.startsWith('"') && bare.length > 1 ? bare.slice(1, -1).replaceAll('""', '"') : bare
        expect([text, `'${text}`]).toContain(read)
      }),
    )
  })
})

describe('an Accept header', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['application/json, text/csv', false],
    ['text/csv;q=0', false],
    ['text/csv', true],
    ['text/csv, */*;q=0.1', true],
    ['TEXT/CSV', true],
    ['text/csv;q=nonsense', false],
  ])('%j prefers CSV: %s', (accept, wanted) => {
    expect(prefersCsv(accept)).toBe(wanted)
  })
})
