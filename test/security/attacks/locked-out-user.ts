import { setTimeout } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { postAuth } from '../post-auth.ts'
import type { TargetServer } from '../target-server.ts'

const USER = 'captain'
const PASSWORD = 'a harbour with forty lanterns'
/** Address of the user's logins before the attack begins. */
const HOME = '127.0.0.1'
const STRANGERS = 40
const LOG_IN_EVERY_MS = 2_000

/**
 * Attackers fail logins with a user's name, with other names and from web pages; the user must be able to log in
 * meanwhile.
 */
export const lockedOutUser: Attack = {
  name: 'locked-out-user',
  summary: 'strangers fail logins from many addresses while a user logs in from his own',
  async run({ seconds, server: start }) {
    const server = await start()
    await server.host('user.add', { username: USER, roles: ['TRADER'], tier: 'PRO', password: PASSWORD })
    const right = JSON.stringify({ username: USER, password: PASSWORD })
    const first = await postAuth(server, { from: HOME, path: 'login', body: right })
    const { refreshToken } = JSON.parse(first.body)
    const broken: string[] = first.status === 200 ? [] : [`the first login was answered with ${first.status}`]
    const untilMs = performance.now() + seconds * 1_000
    const strangers = Array.from({ length: STRANGERS }, (_, i) => guess(server, i, untilMs))
    let logins = 0
    while (performance.now() < untilMs) {
      await setTimeout(LOG_IN_EVERY_MS)
      const login = await postAuth(server, { from: HOME, path: 'login', body: right })
      if (login.status !== 200) broken.push(`a login from a known address was answered with ${login.status}`)
      const refresh = await postAuth(server, { from: HOME, path: 'refresh', body: JSON.stringify({ refreshToken }) })
      if (refresh.status === 429) broken.push('a refresh was refused because of the logins of strangers')
      logins++
    }
    const guesses = (await Promise.all(strangers)).reduce((sum, tried) => sum + tried, 0)
    return {
      tried: guesses,
      broken: broken.slice(0, 5),
      figures: { 'logins of the user': logins, refused: broken.length },
    }
  },
}

/** Fails logins in every way from one address until the time is over; returns the number of attempts. */
const guess = async (server: TargetServer, i: number, untilMs: number): Promise<number> => {
  const from = `127.0.1.${i + 1}`
  let tried = 0
  while (performance.now() < untilMs) {
    const username = tried % 2 === 0 ? USER : `nobody-${i}-${tried}`
    const type = tried % 5 === 4 ? 'text/plain' : 'application/json'
    await postAuth(server, { from, path: 'login', body: JSON.stringify({ username, password: 'wrong' }), type })
    tried++
  }
  return tried
}
