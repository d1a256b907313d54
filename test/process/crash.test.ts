import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createRandom, type Random } from '../../server/core/random.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { kills } from '../support/kills.ts'
import { json } from '../support/platform.ts'
import { aDirectory, type Banner, kill, startServer, untilReady } from '../support/process.ts'

const CRASHES = kills(2)
const dataDir = aDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const requestHost = async (verb: string, args: unknown): Promise<unknown> => {
  const answer = await callHost(getSocketPath(dataDir), verb, args)
  return answer.ok && answer.value.ok ? answer.value.value : undefined
}

const addUser = (username: string): Promise<unknown> =>
  requestHost('user.add', { username, roles: ['VIEWER'], password: 'correct horse battery' })

/** Creates up to three users, begins another, and kills the server meanwhile; returns the acknowledged names. */
const runUntilKilled = async (crash: number, random: Random): Promise<string[]> => {
  const server = await startServer(['--data-dir', dataDir], { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' })
  const names = Array.from({ length: Math.floor(random() * 4) }, (_, user) => `user-${crash}-${user}`)
  for (const name of names) expect(await addUser(name)).toBeDefined()
  const last = `last-${crash}`
  const pending = addUser(last)
  await setTimeout(random() * 300)
  await kill(server)
  return (await pending) === undefined ? names : [...names, last]
}

const fetchGaps = async ({ url, symbols }: Banner): Promise<unknown[]> => {
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"admin","password":"admin"}',
  }
  const { accessToken } = await json(await fetch(`${url}/api/auth/login`, login))
  const range = `from=${Date.now() - 86_400_000}&limit=1000`
  const paths = symbols.flatMap((symbol) =>
    ['1m', '15m', '1h', '1d'].map((interval) => `${symbol}?interval=${interval}&${range}`),
  )
  const headers = { authorization: `Bearer ${accessToken}` }
  const answers = await Promise.all(
    paths.map((path) => fetch(`${url}/api/v381/market/klines/${path}`, { headers }).then(json)),
  )
  return answers.flatMap(({ gaps }) => gaps)
}

it(
  `restarts after each of ${CRASHES} kill -9 without losing anything acknowledged`,
  async () => {
    const random = createRandom(1)
    const acknowledged: string[] = []
    for (let crash = 0; crash < CRASHES; crash++) acknowledged.push(...(await runUntilKilled(crash, random)))

    const server = await startServer(['--data-dir', dataDir])
    await untilReady(server)
    const { items } = (await requestHost('user.list', {})) as { items: { username: string }[] }
    expect(items.map(({ username }) => username)).toEqual(expect.arrayContaining(acknowledged))
    expect(server.err()).toContain(`"epoch":${CRASHES + 1}`)
    expect(await fetchGaps(server.banner)).toEqual([])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
  60_000 + CRASHES * 20_000,
)
