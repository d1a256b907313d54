import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** Command `npm run crash`: runs the tests that kill processes, with more kills than `npm test`. */
const HELP = `npm run crash -- [--kills 40]   kill -9 amid writing, archiving, users being made, trading and emergency stops
The exit code is 1 when anything acknowledged was lost or done twice.
`

const TESTS = [
  'server/adapters/store/sqlite/durability',
  'server/app/archive-log',
  'server/app/restore-archive',
  'test/process/crash',
  'test/process/trading-crash',
  'test/process/stop-crash',
]

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '40' }, help: { type: 'boolean', default: false } },
})

if (values.help) {
  process.stdout.write(HELP)
} else if (!/^[1-9]\d{0,3}$/.test(values.kills)) {
  process.stderr.write(`--kills must be a whole number from 1 to 9999, not ${values.kills}\n`)
  process.exitCode = 2
} else {
  const { status } = spawnSync('vitest', ['run', ...TESTS], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLIMSOLL_TEST_KILLS: values.kills },
  })
  process.exitCode = status ?? 1
}
