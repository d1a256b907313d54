import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { GROUPS } from './groups.ts'
import { FAILED, measureGroup } from './isolate.ts'
import type { Row } from './measure.ts'

/** Measures every group, or those named, and prints one table: ratios side by side in one run, because absolutes drift with the machine. */
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !(name in GROUPS))
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. The groups are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
for (const name of Object.keys(GROUPS)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  console.error(`${name} …`)
  rows.push(...(await measureGroup(name)))
}
const cells = rows.map(
  ({ what, measured, against, ratio, goal }) => `| ${what} | ${measured} | ${against} | ${ratio} | ${goal} |`,
)
const table = ['| what | measured | against | ratio | goal |', '|---|---|---|---|---|', ...cells].join('\n')
console.log(table)
if (selected.length === 0) {
  const machine = `Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`
  writeFileSync(
    'docs/dev/benchmarks.md',
    `# Benchmarks\n\nWritten by \`npm run bench\`; medians of one run on a shared machine. Trust the ratios, not the absolutes.\n${machine}\n\n${table}\n`,
  )
}
if (rows.some(({ measured }) => measured.startsWith(FAILED))) process.exitCode = 1
