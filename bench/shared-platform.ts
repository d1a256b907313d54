/**
 * Server of the gateway benchmark, run as a child process: a gateway of an account in a shared store, or a single server
 * in paper trading on the same exchange, with quotas that do not bind.
 */

import { randomUUID } from 'node:crypto'
import { startGateway } from '../server/app/gateway.ts'
import { openLog } from '../server/app/log.ts'
import { startPlatform } from '../server/app/platform.ts'
import { parseConfig } from '../server/config/config.ts'
import { MINUTE_MS } from '../server/core/instant.ts'
import { serveParent } from './child.ts'
import { repeat } from './patience.ts'
import { unlimitedQuotas } from './unlimited-quotas.ts'
import { yieldProcessors } from './yield-processors.ts'

/** Settings of the server, of which one with a store is a gateway, and its first user. */
const { username, password, ...settings }: Record<string, string> = JSON.parse(process.argv[2] ?? '{}')
const bootstrapAdmin = `${username}:${password}`
const config = parseConfig({}, { ...settings, port: '0', bootstrapAdmin })
if (!config.ok) throw new Error(config.error.join(' '))
const parts = { config: config.value, ...openLog(config.value, process.stdout), quotas: unlimitedQuotas(MINUTE_MS) }
const server = settings.store
  ? await startGateway({ ...parts, random: Math.random, makeUuid: randomUUID })
  : await startPlatform(parts)
await repeat(async () => (await fetch(`${server.url}/readyz`)).status === 200)
const answer = await fetch(`${server.url}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username, password }),
})
const { accessToken: token } = (await answer.json()) as { readonly accessToken: string }
serveParent(
  { url: server.url, token, path: '' },
  { stop: server.close, yieldProcessors: async () => yieldProcessors() },
)
