import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { autotradingRows } from './autotrading.ts'
import { consoleRows } from './console.ts'
import { engineRows } from './engine.ts'
import { httpRows } from './http.ts'
import { httpStopRows } from './http-stop.ts'
import { matchingRows } from './matching.ts'
import type { Row } from './measure.ts'
import { monitorRows } from './monitor.ts'
import { orderRows } from './orders.ts'
import { startRows } from './start.ts'
import { stopRows } from './stop.ts'
import { storeRows } from './store.ts'
import { streamRows } from './stream.ts'

/** Runs every bench and writes one table: ratios side by side in one run, because absolutes drift with the machine. */
const BENCHES: Record<string, () => Promise<Row[]>> = {
  engine: engineRows,
  autotrading: autotradingRows,
  store: storeRows,
  orders: orderRows,
  stop: async () => [...(await stopRows()), ...(await httpStopRows())],
  matching: matchingRows,
  http: httpRows,
  monitor: monitorRows,
  stream: streamRows,
  start: startRows,
  console: consoleRows,
}
const asked = process.argv.slice(2)
const rows: Row[] = []
for (const [name, run] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`${name} …`)
  rows.push(...(await run()))
}
const cells = rows.map(
  ({ what, measured, against, ratio, goal }) => `| ${what} | ${measured} | ${against} | ${ratio} | ${goal} |`,
)
const table = ['| what | measured | against | ratio | goal |', '|---|---|---|---|---|', ...cells].join('\n')
console.log(table)
if (asked.length === 0) {
  const machine = `Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}.`
  writeFileSync(
    'docs/BENCHMARKS.md',
    `# Benchmarks\n\nWritten by \`npm run bench\`; medians of one run on a shared machine. Trust the ratios, not the absolutes.\n${machine}\n\n${table}\n`,
  )
}
