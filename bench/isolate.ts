/** Runs a benchmark group in a child process, so that a group that fails does not stop the others. */

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Row } from './measure.ts'

const GROUP_MAX_MS = 20 * 60_000
/** The name of an error and its message, as Node prints them; not every name ends in `Error`. */
const ERROR_LINE = /^[A-Z]\w*(?: \[\w+\])?: .*/m

/** Program of a group, and arguments of Node for it. */
export interface GroupProcess {
  readonly program?: string
  readonly execArgv?: readonly string[]
}

/** Measures one group in a child process. A failure is returned as a row with the reason. */
export const measureGroup = (
  name: string,
  { program = './run-group.ts', execArgv = [] }: GroupProcess = {},
): Promise<readonly Row[]> =>
  new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL(program, import.meta.url)), [name], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      timeout: GROUP_MAX_MS,
      execArgv: [...execArgv],
    })
    let rows: readonly Row[] | undefined
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      errors = `${errors}${chunk}`.slice(-8_192)
    })
    child.on('message', (message) => {
      rows = message as readonly Row[]
    })
    child.on('close', (code, signal) => {
      resolve(rows ?? [failedRow(name, ERROR_LINE.exec(errors)?.[0] ?? `ended with ${signal ?? `exit code ${code}`}`)])
    })
  })

const failedRow = (name: string, reason: string): Row => ({
  what: `group ${name}`,
  measured: `failed: ${reason.replaceAll('|', '\\|')}`,
  against: '—',
  ratio: '—',
  goals: [],
  failed: true,
})
