import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readExact, writeExact } from './exact-json.ts'

const stored = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.bigInt(),
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('value'), { noNullPrototype: true }),
  ),
})).value

describe('exact JSON', () => {
  it('reads what it wrote, and changes nothing of what it writes', () => {
    fc.assert(
      fc.property(stored, (value) => {
        const before = structuredClone(value)
        expect(readExact(writeExact(value))).toEqual(value)
        expect(value).toEqual(before)
      }),
    )
  })

  it('writes values without bigint as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.object({ values: [fc.double(), fc.string(), fc.boolean(), fc.constant(undefined)] }), (value) => {
        expect(writeExact(value)).toBe(JSON.stringify(value))
      }),
    )
    expect([writeExact(undefined), writeExact([undefined, Number.NaN])]).toEqual(['null', '[null,null]'])
  })

  it('writes members in their order, and omits undefined ones', () => {
    expect(writeExact({ b: 1n, a: [2, { c: -3n }], d: undefined })).toBe(
      '{"b":{"$bigint":"1"},"a":[2,{"c":{"$bigint":"-3"}}]}',
    )
  })
})
