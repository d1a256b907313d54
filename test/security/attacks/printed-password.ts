import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { postAuth } from '../post-auth.ts'

/** Searches all logs for the generated first password, and measures how long it remains. */
const run = async ({ server: start }: AttackOptions): Promise<Findings> => {
  const server = await start()
  const path = join(server.dataDir, 'first-password')
  const [username = '', password = ''] = readFileSync(path, 'utf8').trim().split(':')
  const login = await postAuth(server, {
    from: '127.0.0.1',
    path: 'login',
    body: JSON.stringify({ username, password }),
  })
  const audit = readFileSync(join(server.dataDir, 'audit', 'log.jsonl'), 'utf8')
  const places = { 'standard output': server.out(), 'the log': server.log(), 'the audit': audit }
  const broken = Object.entries(places).flatMap(([place, text]) =>
    text.includes(password) ? [`the generated password is in ${place}`] : [],
  )
  const mode = statSync(path).mode & 0o777
  if (mode !== 0o600) broken.push(`${path} has mode ${mode.toString(8)}`)
  if (login.status !== 200) broken.push(`a login with the password of the file was answered with ${login.status}`)
  else if (JSON.parse(login.body).user.mustChangePassword !== true) {
    broken.push('the generated password need not be changed')
  }
  return { tried: Object.keys(places).length + 2, broken, figures: {} }
}

export const printedPassword: Attack = {
  name: 'printed-password',
  summary: 'the generated password in output, log and audit of a server without a terminal',
  sharesServer: true,
  run,
}
