import { execFile, execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Kind {
  /** Folder beside this file: `edits.json`, and under `new/` each new file with `.txt` after its name. */
  readonly kind: string
  /** How many existing files may have to change. */
  readonly editsMax: number
  /** Tests of the catalogue that is added to; those among the new files run anyway. */
  readonly tests: readonly string[]
}

/** What is added to the tree most often, and how many existing files that may touch. */
const KINDS: readonly Kind[] = [
  { kind: 'gate', editsMax: 2, tests: ['server/domain/risk/gates/index.test.ts'] },
  {
    kind: 'gate-with-limit',
    editsMax: 2,
    tests: ['server/domain/risk/probes', 'server/domain/risk/parse-constitution.test.ts'],
  },
  { kind: 'route', editsMax: 2, tests: ['test/http/face.test.ts', 'test/http/mutation-authority.test.ts'] },
  { kind: 'screen', editsMax: 1, tests: ['test/console/screens.test.ts'] },
  {
    kind: 'exchange',
    editsMax: 2,
    tests: [
      'server/adapters/exchanges/ccxt/exchanges/errors.test.ts',
      'server/adapters/exchanges/ccxt/exchanges/market-feeds.test.ts',
      'server/cli/keys.test.ts',
    ],
  },
  {
    kind: 'strategy',
    editsMax: 1,
    tests: [
      'server/domain/signal/strategies/index.test.ts',
      'server/domain/signal/golden',
      'test/signal/strategies/reflection.test.ts',
    ],
  },
  { kind: 'surface', editsMax: 2, tests: ['server/monitor/surfaces/index.test.ts'] },
]

interface Edit {
  readonly file: string
  /** The first line with this text, without its indentation; the top of the file when omitted. */
  readonly before?: string
  readonly insert: string
}

const FOLDER = 'test/newcomer'
const SUFFIX = '.txt'

const readEdits = ({ kind }: Kind): readonly Edit[] => {
  const path = join(FOLDER, kind, 'edits.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

/** Paths of the new files in the tree. */
const listNewFiles = ({ kind }: Kind): readonly string[] => {
  const folder = join(FOLDER, kind, 'new')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).slice(0, -SUFFIX.length))
}

const applyEdit = (root: string, { file, before, insert }: Edit): void => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const at = before === undefined ? 0 : lines.findIndex((line) => line.trim() === before)
  expect(at, `${file} has no line ${before}`).not.toBe(-1)
  writeFileSync(join(root, file), lines.toSpliced(at, 0, insert).join('\n'))
}

const copyTree = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-newcomer-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = listed.toString().split('\0').filter(existsSync)
  for (const folder of new Set(files.map(dirname))) mkdirSync(join(root, folder), { recursive: true })
  for (const file of files) copyFileSync(file, join(root, file), constants.COPYFILE_FICLONE)
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction')
  return root
}

const addKind = (root: string, kind: Kind): void => {
  for (const file of listNewFiles(kind)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), readFileSync(join(FOLDER, kind.kind, 'new', `${file}${SUFFIX}`)))
  }
  for (const edit of readEdits(kind)) applyEdit(root, edit)
}

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

/** Whole programs run here, beside all other tests. */
const TIMEOUT_MS = 240_000

describe('a newcomer', { timeout: TIMEOUT_MS }, () => {
  let root = ''
  beforeAll(() => {
    root = copyTree()
    for (const kind of KINDS) addKind(root, kind)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each(KINDS)('adds a $kind with edits of at most $editsMax existing files', (kind) => {
    const edited = new Set(readEdits(kind).map(({ file }) => file))
    expect([...edited].slice(kind.editsMax)).toEqual([])
    expect(listNewFiles(kind).filter((file) => existsSync(file))).toEqual([])
  })

  it('gets no type error for one of each kind', async () => {
    expect(await reportFailure(root, COMPILER, '-p', '.', '--singleThreaded', ...copyResults(root))).toBe('')
  })

  it('finds that one of each kind works, and that the tests of the catalogues pass', async () => {
    const added = KINDS.flatMap(listNewFiles).filter((file) => file.endsWith('.test.ts'))
    const tests = [...new Set([...added, ...KINDS.flatMap((kind) => kind.tests)])]
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1']
    const [bundled, native] = [true, false].map((wanted) => tests.filter((file) => BUNDLED.test(file) === wanted))
    expect(await reportFailure(root, ...vitest, ...(native ?? []))).toBe('')
    expect(await reportFailure(root, ...vitest, AS_BUNDLED, ...(bundled ?? []))).toBe('')
  })
})
