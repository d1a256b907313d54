import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Command `npm run test:deep`: runs the property tests with many times the cases of `npm test`. */

const HELP = `npm run test:deep -- [--times 10] [FILE...]   properties, each with many times the cases of npm test
The exit code is 1 when a property does not hold.
`

/** Returns the test files whose properties are run a multiple of times. */
const listProperties = (): string[] =>
  ['server', 'test', 'venue', 'client', 'console'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('support/runs.ts')),
  )

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})

if (values.help) {
  process.stdout.write(HELP)
} else if (!/^[1-9]\d{0,3}$/.test(values.times)) {
  process.stderr.write(`--times must be a whole number from 1 to 9999, not ${values.times}\n`)
  process.exitCode = 2
} else {
  const files = positionals.length > 0 ? positionals : listProperties()
  const { status } = spawnSync('vitest', ['run', '--testTimeout', '3600000', ...files], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLIMSOLL_TEST_DEPTH: values.times },
  })
  process.exitCode = status ?? 1
}
