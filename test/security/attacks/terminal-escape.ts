import { startProgram } from '../../soak/stage/program.ts'
import type { Attack, AttackOptions, Findings } from '../attack.ts'

const FORGED = 'State        RUNNING since today: all is well'
const REASON = `x\u001b[2J\u001b]0;owned\u0007\r\n${FORGED}\u202e\u2028\u009b`
const COMMANDS = [['status'], ['status', '--json'], ['audit', 'list'], ['audit', 'list', '--json'], ['stop', 'clear']]
const STEERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Submits a reason that clears the screen, sets the title and forges a line, and reads it on the host. */
const run = async ({ server }: AttackOptions): Promise<Findings> => {
  const target = await server()
  const headers = { authorization: `Bearer ${await target.token('TRADER')}`, 'content-type': 'application/json' }
  const post = async (path: string): Promise<number> => {
    const body = JSON.stringify({ reason: REASON })
    return (await fetch(`${target.url}${path}`, { method: 'POST', headers, body })).status
  }
  const broken: string[] = []
  if ((await post('/api/autotrading/pause')) !== 400) broken.push('a pause takes a reason with control characters')
  if ((await post('/api/emergency-stop')) >= 300) broken.push('an emergency stop was refused for its reason')
  for (const command of COMMANDS) {
    const { ended, out, err } = startProgram([...command, '--data-dir', target.dataDir])
    await ended
    const lines = `${out()}${err()}`.split('\n')
    if (lines.some((line) => STEERS.test(line))) broken.push(`plimsoll ${command.join(' ')} prints control characters`)
    if (lines.some((line) => line.startsWith(FORGED))) broken.push(`plimsoll ${command.join(' ')} prints a forged line`)
  }
  return { tried: COMMANDS.length + 2, broken, figures: {} }
}

export const terminalEscape: Attack = {
  name: 'terminal-escape',
  summary: 'a reason with escape sequences, read on the terminal of the host',
  sharesServer: true,
  run,
}
