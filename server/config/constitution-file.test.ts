import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { StartError } from '../core/errors.ts'
import { DEFAULT_CONSTITUTION } from '../domain/risk/default-constitution.ts'
import { loadConstitution } from './constitution-file.ts'

const aFile = (text: string): string => {
  const path = join(aTempDirectory(), 'constitution.json')
  writeFileSync(path, text)
  return path
}

describe('the constitution of a run', () => {
  it('is the built-in one without a file', () => {
    expect(loadConstitution(undefined)).toEqual({
      constitution: DEFAULT_CONSTITUTION,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      source: 'BUILT_IN',
    })
  })

  it('is the file merged over the built-in one', () => {
    const { constitution, source } = loadConstitution(aFile('{"limits": {"maxOrderNotional": "100"}}'))
    expect(source).toBe('HOST_FILE')
    expect(constitution.limits).toEqual({ ...DEFAULT_CONSTITUTION.limits, maxOrderNotional: '100' })
  })

  it('has a hash of its content, however the file is written', () => {
    const builtIn = loadConstitution(undefined).hash
    const changed = loadConstitution(aFile('{"limits": {"maxLeverage": 2}, "data": {"maxBookAgeMs": 900}}')).hash
    expect(loadConstitution(aFile('{}')).hash).toBe(builtIn)
    expect(
      loadConstitution(aFile('\uFEFF{ "data": {"maxBookAgeMs": 900},\n "limits": {"maxLeverage": 2} }')).hash,
    ).toBe(changed)
    expect(changed).not.toBe(builtIn)
  })

  it('cannot be changed while in force', () => {
    const { constitution } = loadConstitution(undefined)
    expect(Object.values(constitution).every(Object.isFrozen) && Object.isFrozen(constitution)).toBe(true)
    expect(Object.isFrozen(DEFAULT_CONSTITUTION.limits)).toBe(false)
  })

  it('names the file and every problem in it', () => {
    const path = aFile('{"limits": {"maxOrderNotional": 5000, "maxLeverage": "x"}}')
    const load = (): unknown => loadConstitution(path)
    expect(load).toThrow(StartError)
    expect(load).toThrow(`The constitution ${path} is invalid:\n  limits.maxOrderNotional is 5000; `)
    expect(load).toThrow(/\n {2}limits\.maxLeverage is "x"; /)
  })

  it.each([
    ['is not there', () => join(aTempDirectory(), 'absent.json'), 'no such file'],
    ['is not a file', () => aTempDirectory(), 'directory'],
    ['is no JSON', () => aFile('{"limits": '), 'JSON'],
    ['is empty', () => aFile(''), 'JSON'],
  ])('is refused when the file %s', (_title, path, reason) => {
    const file = path()
    expect(() => loadConstitution(file)).toThrow(StartError)
    expect(() => loadConstitution(file)).toThrow(`The constitution ${file} cannot be read (`)
    expect(() => loadConstitution(file)).toThrow(reason)
  })

  it('is documented, every limit with its default', () => {
    const rows = readFileSync('docs/guide/constitution.md', 'utf8').split('\n')
    const missing = Object.entries(DEFAULT_CONSTITUTION).flatMap(([section, values]) =>
      Object.entries(values)
        .filter(([key, value]) => {
          const written = ` | ${typeof value === 'string' ? `\`"${value}"\`` : value} | `
          const names = [`| \`${key}\` |`, `| \`${section}.${key}\` |`]
          return !rows.some((row) => names.some((name) => row.startsWith(name)) && row.includes(written))
        })
        .map(([key]) => `${section}.${key}`),
    )
    expect(missing).toEqual([])
  })
})
