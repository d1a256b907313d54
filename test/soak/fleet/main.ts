import { parseArgs } from 'node:util'
import { openEvidence, printViolation } from '../evidence.ts'
import { findQuantiles, runStorm } from './storm.ts'

const HELP = `npm run soak:fleet -- [--minutes 5]      two engines of one account that are killed and frozen, and a gateway with callers
                      [--seed N]         seed of the random draws; random when left out
                      [--without-fence]  the engines reach PostgreSQL through a relay that removes the checks of their epoch
The exit code is 1 when a guarantee was broken; with --without-fence, when that was not found. Ctrl-C ends it early, with all
final checks.
`
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    'without-fence': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const run = async (): Promise<boolean> => {
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const withoutFence = values['without-fence']
  process.stderr.write(`seed ${seed}, ${values.minutes} minutes${withoutFence ? ', without the fence' : ''}\n`)
  const evidence = openEvidence((violation) => void process.stderr.write(printViolation(violation, evidence.beganAtMs)))
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  const plan = { seed, minutes: Number(values.minutes), withoutFence }
  const { outagesMs, missingChecks } = await runStorm(plan, ending.signal, evidence)
  const { median, longest } = findQuantiles(outagesMs)
  for (const [name, times] of [...evidence.counts].sort())
    process.stdout.write(`${String(times).padStart(9)}  ${name}\n`)
  process.stdout.write(
    `${String(outagesMs.length).padStart(9)}  outages; protected again after ${median} ms (median), ${longest} ms (longest): ${listSeconds(outagesMs)}\n`,
  )
  const broken = evidence.violations.length
  if (!withoutFence) {
    process.stdout.write(`${broken} broken\n`)
    return broken === 0
  }
  const isDetected = evidence.violations.some(({ promise }) => promise === 'FENCE')
  process.stdout.write(
    `${isDetected ? 'the storm found it' : 'the storm did NOT find it'}; checks that were not removed: ${missingChecks.join(', ') || 'none'}\n`,
  )
  return isDetected && missingChecks.length === 0
}

const listSeconds = (durationsMs: readonly number[]): string =>
  durationsMs.map((ms) => (ms / 1_000).toFixed(1)).join(' ')

if (values.help) process.stdout.write(HELP)
else process.exit((await run()) ? 0 : 1)
