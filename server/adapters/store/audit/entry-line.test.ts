import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toRfc3339 } from '../../../core/instant.ts'
import { canonicalJson } from '../../../core/json.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'
import { anEntry } from './audit-samples.ts'
import { hashLeaf, NOTHING, parseEntry, parseLine, printEntry, printLine } from './entry-line.ts'

const text = fc.string({ unit: 'binary', maxLength: 20 })
const optional = fc.option(text)
const anyEntry: fc.Arbitrary<AuditEntry> = fc
  .record({
    atMs: fc.nat({ max: 4_102_444_800_000 }),
    epoch: fc.option(fc.nat()),
    actor: fc.record({
      type: fc.constantFrom('USER', 'HOST', 'ENGINE'),
      sub: optional,
      sid: optional,
      ip: optional,
    }),
    action: text,
    target: text,
    before: optional,
    after: optional,
    outcome: text,
    reason: optional,
    requestId: optional,
  })
  .map((overrides) => anEntry(1, overrides))

describe('the line of an entry', () => {
  it('is canonical JSON of the entry and its position, whatever the entry', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), ({ atMs, ...rest }, seq) => {
        const at = toRfc3339(atMs)
        const entry = { atMs, ...rest }
        expect(printLine(entry, { seq, prevHash: NOTHING })).toBe(
          canonicalJson({ ...rest, at, seq, prevHash: NOTHING }),
        )
        expect(printEntry(entry)).toBe(canonicalJson({ ...rest, at }))
      }),
    )
  })

  it('is the same for an entry that was parsed', () => {
    const awkward = fc.constantFrom(',', ',"reason":', '","target":"', '\\')
    fc.assert(
      fc.property(
        anyEntry,
        fc.array(awkward, { minLength: 3, maxLength: 3 }),
        fc.nat(),
        (any, [one, two, three], seq) => {
          const entry = { ...any, before: one ?? null, outcome: two ?? '', reason: three ?? null }
          const place = { seq, prevHash: NOTHING }
          for (const sample of [any, entry]) {
            const parsed = parseEntry(printEntry(sample))
            expect(parsed && printLine(parsed, place)).toBe(printLine(sample, place))
          }
        },
      ),
    )
  })

  it('reads back unchanged, with its leaf', () => {
    fc.assert(
      fc.property(anyEntry, fc.nat(), (entry, seq) => {
        const line = printLine(entry, { seq, prevHash: NOTHING })
        expect(parseLine(Buffer.from(line))).toEqual({ ...entry, seq, prevHash: NOTHING, hash: hashLeaf(line) })
      }),
    )
  })

  it('has the leaf defined by RFC 9162', () => {
    const digest = createHash('sha256')
      .update(Buffer.from([0]))
      .update('abc')
      .digest('hex')
    expect(hashLeaf('abc')).toBe(digest)
    expect(NOTHING).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  const line = printLine(anEntry(1), { seq: 1, prevHash: NOTHING })
  it.each([
    ['with a space more', line.replace('":', '": ')],
    ['with a member more', line.replace('{', '{"a":1,')],
    ['with a member twice', line.replace('{', '{"action":"x",')],
    ['without its target', line.replace(/,"target":"[^"]*"/, '')],
    ['with an actor of another kind', line.replace('USER', 'GUEST')],
    ['with a time that is none', line.replace(/"at":"[^"]*"/, '"at":"now"')],
    ['with a time that is written otherwise', line.replace('.000Z', 'Z')],
    ['with a place that is not a number', line.replace('"seq":1', '"seq":"1"')],
    ['with a hash that is none', line.replace('"prevHash":"e', '"prevHash":"E')],
    ['that is a list', `[${line}]`],
    ['that is empty', ''],
  ])('%s is refused', (_name, other) => {
    expect(parseLine(Buffer.from(other))).toBeUndefined()
  })

  it('that is not UTF-8 is refused', () => {
    const bytes = Buffer.from(line)
    bytes[12] = 0xff
    expect(parseLine(bytes)).toBeUndefined()
  })
})
