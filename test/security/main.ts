import { parseArgs } from 'node:util'
import type { Attack, Findings } from './attack.ts'
import { ATTACKS } from './attacks/index.ts'
import { createAttackRunner } from './run-attack.ts'

const HELP = `npm run attack -- [--minutes 10]   all attacks, on servers of their own on loopback
                  [--only NAME]    one attack, or several separated by commas
                  [--json]         one line of JSON for each attack
                  [--list]         names of the attacks
The time is shared between the attacks. The exit code is 1 when a promise was broken.
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const chosen = (): readonly Attack[] => {
  if (values.only === undefined) return ATTACKS
  const names = values.only.split(',')
  const unknown = names.find((name) => !ATTACKS.some((attack) => attack.name === name))
  if (unknown !== undefined) fail(`--only ${unknown} is not an attack; --list names them`)
  return ATTACKS.filter(({ name }) => names.includes(name))
}

const print = ({ name, summary }: Attack, { tried, broken, figures }: Findings): void => {
  if (values.json) return void process.stdout.write(`${JSON.stringify({ attack: name, tried, broken, figures })}\n`)
  const results = Object.entries({ tried, ...figures }).map(([figure, value]) => `${figure} ${value}`)
  const verdict = broken.length === 0 ? 'held  ' : 'BROKEN'
  process.stdout.write(`${verdict}  ${name}: ${summary}\n          ${results.join(', ')}\n`)
  for (const promise of broken) process.stdout.write(`          broken: ${promise}\n`)
}

const run = async (): Promise<void> => {
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 24 * 60)) fail('--minutes must be a number above 0 and up to 1440')
  const attacks = chosen()
  const runner = createAttackRunner()
  const seconds = (minutes * 60) / attacks.length
  let broken = 0
  for (const attack of attacks) {
    const findings = await runner.run(attack, { seconds }).catch((error: Error) => ({
      tried: 0,
      broken: [`the attack could not be carried out: ${error.message}`],
      figures: {},
    }))
    broken += findings.broken.length
    print(attack, findings)
  }
  await runner.close()
  process.exit(broken > 0 ? 1 : 0)
}

if (values.help) process.stdout.write(HELP)
else if (values.list) process.stdout.write(ATTACKS.map(({ name, summary }) => `${name}  ${summary}\n`).join(''))
else await run()
