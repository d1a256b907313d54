import { setTimeout } from 'node:timers/promises'
import { callHost } from '../../../server/host/call-host.ts'
import type { HostStatus } from '../../../server/host/control-verbs.ts'
import { getSocketPath } from '../../../server/host/socket-path.ts'
import type { Caller } from '../../support/order-stream.ts'
import type { Place } from './place.ts'

/** What the host is answered; throws with what it was told instead. */
export const requestHost = async <T>({ engineDir }: Place, verb: string, args: unknown = {}): Promise<T> => {
  const answer = await callHost(getSocketPath(engineDir), verb, args, HOST_PATIENCE_MS)
  if (answer.ok && answer.value.ok) return answer.value.value as T
  throw new Error(`${verb} is answered with ${JSON.stringify(answer)}`)
}

const HOST_PATIENCE_MS = 20_000

/** Where the engine stands; undefined when it does not say. */
export const readHostStatus = (place: Place): Promise<HostStatus | undefined> =>
  requestHost<HostStatus>(place, 'status').catch(() => undefined)

const TOKEN_MS = 24 * 3_600_000

/** Somebody new who may trade, with a token that lasts. */
export const addTrader = async (place: Place, username: string): Promise<Caller> => {
  await requestHost(place, 'user.add', { username, roles: ['TRADER'], tier: 'PRO', password: 'correct horse battery' })
  const { accessToken } = await requestHost<{ accessToken: string }>(place, 'token.mint', { username, ttlMs: TOKEN_MS })
  return { name: username, token: accessToken, sent: [] }
}

/** Asks again and again until something holds; undefined when it does not come to that in time. */
export const waitFor = async <T>(
  check: () => Promise<T | undefined> | T | undefined,
  { withinMs, everyMs = 200 }: { readonly withinMs: number; readonly everyMs?: number },
): Promise<T | undefined> => {
  const untilMs = performance.now() + withinMs
  for (;;) {
    const result = await check()
    if (result !== undefined || performance.now() > untilMs) return result
    await setTimeout(everyMs)
  }
}

/** Gives authority back as the host command does, in two steps; false while something stands in the way. */
export const raise = async (place: Place, what: 'stop' | 'resume'): Promise<boolean> => {
  try {
    const { code } = await requestHost<{ code: string }>(place, `${what}.show`)
    await requestHost(place, `${what}.confirm`, { code, reason: 'trading goes on' })
    return true
  } catch {
    return false
  }
}
