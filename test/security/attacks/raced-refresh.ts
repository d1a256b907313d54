import { setTimeout } from 'node:timers/promises'
import type { Attack, AttackOptions, Findings } from '../attack.ts'
import { postAuth } from '../post-auth.ts'
import type { TargetServer } from '../target-server.ts'

const USER = 'three-tabs'
const PASSWORD = 'a harbour with forty lanterns'
const HOME = '127.0.3.1'
const THIEF = '127.0.3.66'
const TABS = 3
/** A session may refresh once a second on average. */
const ROUND_EVERY_MS = TABS * 1_100

/**
 * Browser tabs that refresh at the same instant must all continue; a copy of a used token elsewhere ends the session.
 */
const run = async ({ seconds, server: start }: AttackOptions): Promise<Findings> => {
  const server = await start()
  await server.host('user.add', { username: USER, roles: ['TRADER'], password: PASSWORD })
  const login = await postAuth(server, {
    from: HOME,
    path: 'login',
    body: JSON.stringify({ username: USER, password: PASSWORD }),
  })
  const broken: string[] = login.status === 200 ? [] : [`the login was answered with ${login.status}`]
  let token: string = JSON.parse(login.body).refreshToken
  let spent: string | undefined
  let rounds = 0
  for (const untilMs = performance.now() + seconds * 1_000; performance.now() < untilMs; rounds++) {
    const answers = await Promise.all(Array.from({ length: TABS }, () => refresh(server, HOME, token)))
    const refused = answers.filter(({ status }) => status !== 200)
    if (refused.length > 0) broken.push(`${refused.length} of ${TABS} tabs were refused: ${refused[0]?.status}`)
    const next = new Set(answers.map(({ refreshToken }) => refreshToken))
    if (refused.length > 0 || next.size !== 1) break
    const [successor = token] = next
    if (successor !== token) spent = token
    token = successor
    await setTimeout(ROUND_EVERY_MS)
  }
  if (spent !== undefined) broken.push(...(await stolen(server, spent, token)))
  return { tried: rounds * TABS, broken, figures: { rounds, rotated: spent === undefined ? 'no' : 'yes' } }
}

const stolen = async (server: TargetServer, spent: string, token: string): Promise<string[]> => {
  const theft = await refresh(server, THIEF, spent)
  const owner = await refresh(server, HOME, token)
  return [
    ...(theft.status === 401 ? [] : [`a spent token from elsewhere was answered with ${theft.status}`]),
    ...(owner.status === 401 ? [] : ['a session whose token was copied goes on']),
  ]
}

const refresh = async (
  server: TargetServer,
  from: string,
  refreshToken: string,
): Promise<{ readonly status: number; readonly refreshToken: string }> => {
  const { status, body } = await postAuth(server, { from, path: 'refresh', body: JSON.stringify({ refreshToken }) })
  return { status, refreshToken: JSON.parse(body).refreshToken }
}

export const racedRefresh: Attack = {
  name: 'raced-refresh',
  summary: 'three tabs that refresh at the same time, then a copied token that was already used',
  sharesServer: true,
  run,
}
