import { execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect } from 'vitest'

interface Kind {
  /** Folder beside this file: `edits.json`, and under `new/` each new file with `.txt` after its name. */
  readonly kind: string
  /** Maximum number of existing files that have to change. */
  readonly editsMax: number
  /** Tests of the extended catalogue; new test files run anyway. */
  readonly tests: readonly string[]
}

/** Common additions to the source tree, and the maximum number of existing files each may change. */
export const KINDS: readonly Kind[] = [
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

export const readEdits = ({ kind }: Kind): readonly Edit[] => {
  const path = join(FOLDER, kind, 'edits.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

/** Paths of the new files in the tree. */
export const listNewFiles = ({ kind }: Kind): readonly string[] => {
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

/** Returns a copy of the tree with one addition of each kind. */
export const copyWithAdditions = (): string => {
  const root = copyTree()
  for (const kind of KINDS) addKind(root, kind)
  return root
}
