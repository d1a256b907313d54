import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPS = fileURLToPath(new URL('../../ops', import.meta.url))

export const PROMETHEUS = join(OPS, 'prometheus')
const BOARDS = join(OPS, 'grafana', 'dashboards')

interface Target {
  readonly expr: string
}

interface Board {
  readonly uid: string
  readonly templating: { readonly list: readonly { readonly name: string }[] }
  readonly annotations: { readonly list: readonly Target[] }
  readonly panels: readonly { readonly targets: readonly Target[] }[]
}

export const readBoards = (): readonly Board[] =>
  readdirSync(BOARDS).map((name) => JSON.parse(readFileSync(join(BOARDS, name), 'utf8')))

/** Returns every PromQL expression of the dashboards. */
export const readBoardExpressions = (): readonly string[] =>
  readBoards().flatMap(({ annotations, panels }) =>
    [...annotations.list, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr),
  )

/** Returns the PromQL expressions of the alert rules, one per line in the file. */
export const readAlertExpressions = (): readonly string[] =>
  [...readFileSync(join(PROMETHEUS, 'rules.yml'), 'utf8').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr)

const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { cwd: PROMETHEUS, encoding: 'utf8' })

export const hasPromtool = promtool('--version').status === 0

/** Runs promtool on the rules, their tests, and the dashboard expressions as rules; returns its complaints. */
export const runPromtool = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  try {
    const boards = join(directory, 'boards.yml')
    const rules = readBoardExpressions().map((expr, index) => ({ record: `board:${index}`, expr }))
    writeFileSync(boards, JSON.stringify({ groups: [{ name: 'boards', rules }] }))
    const runs = [promtool('check', 'rules', 'rules.yml', boards), promtool('test', 'rules', 'rules.test.yml')]
    return runs.map(({ status, stdout, stderr }) => (status === 0 ? '' : `${stdout}${stderr}`)).join('')
  } finally {
    rmSync(directory, { recursive: true })
  }
}
