import { setTimeout } from 'node:timers/promises'
import { callHost } from '../../../server/host/call-host.ts'
import type { HostStatus } from '../../../server/host/control-verbs.ts'
import { getSocketPath } from '../../../server/host/socket.ts'
import type { Caller } from '../../support/order-stream.ts'
import type { Place } from './place.ts'

/** Returns the answer to a host request; throws with the problem when it is refused. */
export const requestHost = async <T>({ engineDir }: Place, verb: string, args: unknown = {}): Promise<T> => {
  const answer = await callHost(getSocketPath(engineDir), verb, args, HOST_PATIENCE_MS)
  if (answer.ok && answer.value.ok) return answer.value.value as T
  throw new Error(`${verb} is answered with ${JSON.stringify(answer)}`)
}

const HOST_PATIENCE_MS = 20_000

/** Returns the state of the engine; undefined when it does not answer. */
export const readHostStatus = (place: Place): Promise<HostStatus | undefined> =>
  requestHost<HostStatus>(place, 'status').catch(() => undefined)

const TOKEN_MS = 24 * 3_600_000

/** Creates a new user with trading rights and a long-lived token. */
export const addTrader = async (place: Place, username: string): Promise<Caller> => {
  await requestHost(place, 'user.add', { username, roles: ['TRADER'], tier: 'PRO', password: 'correct horse battery' })
  const { accessToken } = await requestHost<{ accessToken: string }>(place, 'token.mint', { username, ttlMs: TOKEN_MS })
  return { name: username, token: accessToken, sent: [] }
}

/** Polls until a condition is met; returns undefined on timeout. */
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

/** Resumes or clears like the host command, in two steps; returns false while something blocks it. */
export const raise = async (place: Place, what: 'stop' | 'resume'): Promise<boolean> => {
  try {
    const { code } = await requestHost<{ code: string }>(place, `${what}.show`)
    await requestHost(place, `${what}.confirm`, { code, reason: 'trading goes on' })
    return true
  } catch {
    return false
  }
}
