import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyWithAdditions, KINDS, listNewFiles } from './additions.ts'

const COMPILER = 'node_modules/typescript-native/bin/tsc'
/** Results of the last `npm run check`, by file: only what the additions affect is checked again. */
const CHECKED = 'node_modules/.cache/types.tsbuildinfo'

/** Copies those results with the paths of the copy, whose libraries are those of the project. */
const copyResults = (root: string): readonly string[] => {
  if (!existsSync(CHECKED)) return []
  const libraries = join(process.cwd(), 'node_modules/')
  const move = (path: string): string => {
    const absolute = resolve(dirname(CHECKED), path)
    return absolute.startsWith(libraries) ? absolute : join(root, relative('.', absolute))
  }
  const { fileNames, packageJsons, missingPackageJsons, ...results } = JSON.parse(readFileSync(CHECKED, 'utf8'))
  const moved = {
    ...results,
    fileNames: fileNames.map((name: string) => (name.includes('/') ? move(name) : name)),
    packageJsons: packageJsons?.map(move),
    missingPackageJsons: missingPackageJsons?.map(move),
  }
  const path = join(root, 'types.tsbuildinfo')
  writeFileSync(path, JSON.stringify(moved))
  return ['--incremental', '--tsBuildInfoFile', path]
}

/** Runs a program of `node_modules` in the copy; returns its output when it fails. */
const reportFailure = async (root: string, ...args: readonly string[]): Promise<string> => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name))
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1', GOGC: '400' }
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 })
  return run.then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )
}

/** The views of the console's screens are found by its bundler; all else runs as it is. */
const BUNDLED = /console/
const AS_BUNDLED = '--experimental.viteModuleRunner=true'

const TIMEOUT_MS = 240_000

describe('a newcomer', { timeout: TIMEOUT_MS }, () => {
  let root = ''
  beforeAll(() => {
    root = copyWithAdditions()
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('gets no type error after adding one of each kind', async () => {
    expect(await reportFailure(root, COMPILER, '-p', '.', '--singleThreaded', ...copyResults(root))).toBe('')
  })

  it('has a working extension of each kind, and passing catalogue tests', async () => {
    const added = KINDS.flatMap(listNewFiles).filter((file) => file.endsWith('.test.ts'))
    const tests = [...new Set([...added, ...KINDS.flatMap((kind) => kind.tests)])]
    const vitest = ['node_modules/vitest/vitest.mjs', 'run']
    const [bundled, native] = [true, false].map((wanted) => tests.filter((file) => BUNDLED.test(file) === wanted))
    expect(await reportFailure(root, ...vitest, ...(native ?? []))).toBe('')
    expect(await reportFailure(root, ...vitest, AS_BUNDLED, ...(bundled ?? []))).toBe('')
  })
})
