import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const printScript = async (shell: string): Promise<string> => {
  const { terminal, output } = aTerminal()
  const audit = () => {
    throw new Error('not for these')
  }
  const host = () => ({ call: async () => ({ ok: true, value: null }) as const })
  const parts = { ...engineParts(aLocalServer()), version: '0', terminal, start: async () => {}, audit, host }
  await runCli({ ...parts, dataDir: () => '/data' }, ['completion', shell])
  return output.out
}

it.each([
  ['"ro"', ['rollback']],
  ['stop --data-dir /x "cl"', ['clear']],
  ['start --exch', ['--exchange', '--exchange-url']],
  ['backup check --js', ['--json']],
  ['completion "b"', ['bash']],
])('completes plimsoll %s in bash', async (words, expected) => {
  const script = `${await printScript('bash')}
    COMP_WORDS=(plimsoll ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _plimsoll; echo "\${COMPREPLY[@]}"`
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ')).toEqual(expected)
})
