import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { GROUPS, PRELOADS } from './groups.ts'
import { measureGroup } from './isolate.ts'
import type { Row } from './measure.ts'
import { isClose, type JudgedRow, judgeRuns, printTable } from './verdict.ts'

/**
 * Benchmark command: measures every group or the named ones and prints goals and verdicts. A group that failed or has a
 * value close to its limit is repeated. `--strict` exits with 1 when a goal is missed, `--write` updates the tables of
 * the performance page, `--runs N` limits repetitions.
 */
const { values: options, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean' }, write: { type: 'boolean' }, runs: { type: 'string', default: '3' } },
})
const unknown = selected.filter((name) => !(name in GROUPS))
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. The groups are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}

const PAGE = 'docs/dev/performance.md'

const measure = async (name: string): Promise<JudgedRow[]> => {
  const preload = PRELOADS[name]
  const execArgv = preload === undefined ? [] : ['--import', preload]
  const runs: (readonly Row[])[] = []
  do {
    console.error(`${name}, run ${runs.length + 1} …`)
    runs.push(await measureGroup(name, { execArgv }))
  } while (runs.length < Number(options.runs) && runs.some((rows) => rows.some((row) => row.failed || isClose(row))))
  return judgeRuns(runs)
}

/** Replaces the table of one group in the page, with where and when it was measured. */
const writeTable = (name: string, table: string): void => {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- end:${name} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`${PAGE} has no place for ${name}`)
  const machine = `Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`
  writeFileSync(PAGE, `${before}${begin}\n\n${machine}\n\n${table}\n\n${end}${after}`)
}

const all: JudgedRow[] = []
for (const name of Object.keys(GROUPS)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  const rows = await measure(name)
  const table = printTable(rows)
  console.log(`\n${name}\n\n${table}`)
  if (options.write) writeTable(name, table)
  all.push(...rows)
}
const missed = all.filter(({ isMet }) => !isMet)
const goals = all.filter((row) => row.failed || row.goals.length > 0)
console.log(`\n${goals.length - missed.length} of ${goals.length} rows with a goal keep it.`)
if (all.some(({ failed }) => failed) || (options.strict && missed.length > 0)) process.exitCode = 1
