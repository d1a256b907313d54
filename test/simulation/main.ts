import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { buildDigest } from '../../server/evidence/host/build.ts'
import { PROJECT_ROOT } from '../../server/project.ts'
import { createProgress } from './command-line/progress.ts'
import { recordRun } from './command-line/record-run.ts'
import { runSeeds } from './command-line/run-seeds.ts'
import { compareBacktests } from './compare-backtests.ts'
import { runSeed } from './run-seed.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3' },
    jobs: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: 'data' },
    trace: { type: 'boolean', default: false },
    research: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const HELP = `npm run sim -- --seed N [--trace]              one seed; with --trace every fact, submission and mishap
npm run sim -- [--seeds 20] [--from 1]         so many seeds
               [--minutes 3]                   of virtual time in each
               [--jobs 1]                      threads (${availableParallelism()} here)
               [--research]                    random backtests: with every price and without those that change nothing, and by both drivers
               [--record] [--data-dir data]    record the result with the running server, for readiness gate LR12
The exit code is 1 when a promise was broken.
`

const whole = (name: string, text: string): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  process.stderr.write(`--${name} must be a whole number\n`)
  process.exit(2)
}

const write = (text: string): void => {
  process.stdout.write(text)
}

if (values.research && values.record) {
  process.stderr.write('--record is for runs of the engine: leave out --research\n')
  process.exit(2)
}
const minutes = whole('minutes', values.minutes)
const progress = createProgress({ write, now: () => performance.now() })

if (values.help) write(HELP)
else if (values.seed !== undefined) {
  const seed = whole('seed', values.seed)
  const printOption = values.trace ? { print: (line: string) => write(`${line}\n`) } : {}
  progress.add(seed, values.research ? compareBacktests(seed) : await runSeed({ seed, minutes, ...printOption }))
  process.exitCode = progress.finish()
} else {
  const digest = buildDigest(PROJECT_ROOT)
  const range = { from: whole('from', values.from), count: whole('seeds', values.seeds) }
  await runSeeds({
    ...range,
    minutes,
    research: values.research,
    jobs: Math.max(1, whole('jobs', values.jobs)),
    onResult: progress.add,
  })
  process.exitCode = progress.finish()
  if (values.record)
    write(await recordRun(values['data-dir'], { digest, seeds: range.count, broken: progress.broken() }))
}
