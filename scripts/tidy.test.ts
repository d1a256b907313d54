import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Rules that no linter covers, checked against every file that git tracks or would add. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('scripts/tidy'))
const readText = (file: string): string => readFileSync(file, 'utf8')
const typescript = files.filter((file) => /\.tsx?$/.test(file))
const isTest = (file: string): boolean => /\.test\.ts$/.test(file) || file.startsWith('test/')
const isMade = (file: string): boolean => file.startsWith('client/src/generated/')
const source = typescript.filter((file) => !isTest(file) && !isMade(file))

const offenders = (among: readonly string[], pattern: RegExp, allowed = /^$/): string[] =>
  among.filter((file) => !allowed.test(file) && pattern.test(readText(file)))

describe('tidy', () => {
  it('finds files to check', () => {
    expect(source.length).toBeGreaterThan(50)
  })

  it('keeps source files within 400 lines and test files within 600', () => {
    const countLines = (file: string): number => readText(file).split('\n').length
    expect(source.filter((file) => countLines(file) > 400)).toEqual([])
    expect(typescript.filter((file) => isTest(file) && countLines(file) > 600)).toEqual([])
  })

  it('names things for what they are', () => {
    const vague = /manager|service|helper|util|handler|(^|-)base|misc/
    expect(typescript.filter((file) => vague.test(basename(file)))).toEqual([])
    expect(
      offenders(source, /\b(class|interface|type|const|function) \w*(Manager|Service|Helper|Util|Handler)\b/),
    ).toEqual([])
  })

  it('reads clock, randomness and environment only in the permitted places', () => {
    const adapters =
      /^(server\/(adapters|main|app\/(platform|clocks|log)|config|cli)|client\/src\/surroundings|console\/(build|src\/live\/server-clock)|scripts|bench|bin|examples)/
    expect(offenders(source, /Date\.now|performance\.now|new Date\(\)/, adapters)).toEqual([])
    expect(
      offenders(
        source,
        /Math\.random|randomBytes|randomUUID/,
        /^(server\/(main|app\/platform|identity)|client\/src\/surroundings|bench)/,
      ),
    ).toEqual([])
    expect(
      offenders(source, /process\.env/, /^(server\/(main|app\/platform)\.ts|scripts|bench|bin|(client\/)?examples)/),
    ).toEqual([])
  })

  it('leaves nothing unfinished or switched off', () => {
    const unfinished = /\bTODO\b|\bFIXME\b|\bXXX\b|not implemented|\b(it|test|describe)\.(skip|only|todo)\(/
    expect(offenders(typescript, unfinished)).toEqual([])
  })

  it('refers to this project only', () => {
    const text = files.filter((file) => /\.(ts|js|cjs|json|md|ya?ml)$/.test(file) && file !== 'package-lock.json')
    expect(offenders(text, /\/(work|farm|root)\/|:\/\/registry|\.library/)).toEqual([])
  })

  it('has no class but errors, the approval, measured observations, the client stream and what Vitest requires', () => {
    expect(
      offenders(
        source,
        /^(export )?class (?!\w+ extends Error|Approved\b|Measured\b|PlimsollStream\b|\w+ extends BaseSequencer)/m,
      ),
    ).toEqual([])
  })
})
