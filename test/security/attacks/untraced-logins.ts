import { setTimeout } from 'node:timers/promises'
import type { Json } from '../../support/order-stream.ts'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { postAuth } from '../post-auth.ts'
import type { TargetServer } from '../target-server.ts'

const USER = 'lookout'
const PASSWORD = 'a harbour with forty lanterns'
const HOME = '127.0.4.1'
const STRANGERS = 20
const TRY_EVERY_MS = 250
/** Limit of entries about these addresses and names; aggregated entries are bounded as well. */
const ENTRIES_PER_MINUTE_MAX = 60

/**
 * Attackers guess passwords from many addresses while a user logs in and out: both leave audit entries, without
 * flooding the log.
 */
const run = async ({ seconds, server: start }: AttackOptions): Promise<Findings> => {
  const server = await start()
  await server.host('user.add', { username: USER, roles: ['TRADER'], password: PASSWORD })
  const admin = await server.token('ADMIN')
  const lastSeq = (await readEntries(server, admin))[0]?.seq ?? 0
  let tried = 0
  for (const untilMs = performance.now() + seconds * 1_000; performance.now() < untilMs; tried++) {
    const username = tried % 2 === 0 ? USER : `nobody-${tried}`
    const from = `127.0.4.${10 + (tried % STRANGERS)}`
    await postAuth(server, { from, path: 'login', body: JSON.stringify({ username, password: `wrong-${tried}` }) })
    await setTimeout(TRY_EVERY_MS)
  }
  const login = await postAuth(server, {
    from: HOME,
    path: 'login',
    body: JSON.stringify({ username: USER, password: PASSWORD }),
  })
  const { accessToken: token } = JSON.parse(login.body)
  await postAuth(server, { from: HOME, path: 'logout', token })
  const entries = (await readEntries(server, admin)).filter(({ seq }) => seq > lastSeq)
  const written = (entries[0]?.seq ?? lastSeq) - lastSeq
  const isThere = (action: string, part: Json): boolean =>
    entries.some(
      (entry) => entry.action === action && Object.entries(part).every(([name, value]) => entry[name] === value),
    )
  const text = server.log() + JSON.stringify(entries)
  const broken = [
    ...(login.status === 200 ? [] : [`the login of the user was answered with ${login.status}`]),
    ...(isThere('LOGIN', { target: USER, outcome: 'DONE' }) ? [] : ['a login is not audited']),
    ...(isThere('LOGOUT', { target: USER, outcome: 'DONE' }) ? [] : ['a log-out is not audited']),
    ...(isThere('LOGIN_REFUSED', { target: USER }) ? [] : ['a wrong password is not audited']),
    ...(/"LOGIN_REFUSED"/.test(server.log()) ? [] : ['a wrong password is not in the log']),
    ...(text.includes('wrong-') ? ['an attempted password is in audit or log'] : []),
    ...(written > ENTRIES_PER_MINUTE_MAX * Math.ceil(1 + seconds / 60)
      ? [`${written} audit entries were written`]
      : []),
  ]
  return { tried, broken, figures: { 'audit entries': written } }
}

/** Returns the newest audit entries, newest first. */
const readEntries = async ({ url }: TargetServer, token: string): Promise<readonly Json[]> => {
  const answer = await fetch(`${url}/api/audit?limit=200`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as Json).items
}

export const untracedLogins: Attack = {
  name: 'untraced-logins',
  summary: 'failed and successful logins, checked against audit and log',
  sharesServer: true,
  run,
}
