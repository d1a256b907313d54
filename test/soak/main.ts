import { parseArgs } from 'node:util'
import { type Evidence, printViolation } from './evidence.ts'
import { runSoak } from './run-soak.ts'
import type { Wire } from './stage/place.ts'
import { printProgress, printSummary, summarise } from './summary.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    'no-faults': { type: 'boolean', default: false },
    wire: { type: 'string', default: 'binance' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run soak -- [--minutes 30]   engine and exchange as two programs that are killed
                [--seed N]        seed of the random draws; random when left out
                [--wire binance]  protocol of the exchange: binance or bybit
                [--no-faults]     no random faults on the wire
                [--json]          the summary as JSON
                [--keep]          keeps logs and stores, whatever the result
The exit code is 1 when a guarantee was broken. Ctrl-C ends it early, with all final checks.
`

const number = (name: string, text: string): number => {
  if (Number(text) >= 0) return Number(text)
  process.stderr.write(`--${name} must be a number\n`)
  process.exit(2)
}

const parseWire = (text: string): Wire => {
  if (text === 'binance' || text === 'bybit') return text
  process.stderr.write('--wire must be binance or bybit\n')
  process.exit(2)
}

if (values.help) {
  process.stdout.write(HELP)
} else {
  const seed = number('seed', values.seed ?? String(Date.now() % 1_000_000))
  const plan = {
    seed,
    minutes: number('minutes', values.minutes),
    wire: parseWire(values.wire),
    withFaults: !values['no-faults'],
    keeps: values.keep,
  }
  process.stderr.write(`seed ${seed}, ${plan.minutes} minutes\n`)
  const beganAtMs = Date.now()
  const result = await runSoak(plan, {
    onViolation: (violation) => void process.stderr.write(printViolation(violation, beganAtMs)),
    onProgress: (evidence: Evidence) => void process.stderr.write(printProgress(evidence)),
    ended: new Promise((resolve) => process.once('SIGINT', resolve)),
  })
  const summary = summarise(plan, result)
  process.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : printSummary(summary))
  process.exit(result.evidence.violations.length > 0 ? 1 : 0)
}
