import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import { parseConfig } from '../config/config.ts'
import { ADDRESS, addUser, harbourOn, PASSWORD, signIn } from '../identity/identity-fixture.ts'
import { refuseExposure } from './listen.ts'

/** Fifteen characters or more are strong; this is accepted on loopback only. */
const SHORT = 'kq7vultures'

const open = (host: string) => {
  const config = parseConfig({}, { host, insecureHttp: true })
  if (!config.ok) throw new Error(config.error.join())
  const { identity } = harbourOn(temporaryStore(), undefined, config.value.signIn)
  return { identity, config: config.value }
}

const changeOwn = async ({ identity }: ReturnType<typeof open>, next: string) => {
  const { sessionId } = await signIn(identity, 'alice')
  return identity.changePassword({ sessionId, password: PASSWORD, address: ADDRESS }, next)
}

describe('a server on a network address', () => {
  it('accepts no password that would keep it from starting again', async () => {
    const server = open('0.0.0.0')
    const { identity, config } = server
    await addUser(identity, 'alice')
    const tooShort = { ok: false, error: { kind: 'passwordTooShort', length: 11, min: 15 } }
    expect(await changeOwn(server, SHORT)).toEqual(tooShort)
    expect(await identity.setPassword({ username: 'alice', password: SHORT })).toEqual(tooShort)
    const bob = { username: 'bob', roles: ['VIEWER'], tier: 'STANDARD', password: SHORT } as const
    expect(await identity.addUser(bob)).toEqual(tooShort)
    expect(() => refuseExposure(config, identity)).not.toThrow()
  })

  it('does not start with a weak password that was chosen on loopback', async () => {
    const server = open('127.0.0.1')
    await addUser(server.identity, 'alice')
    expect((await changeOwn(server, SHORT)).ok).toBe(true)
    expect(() => refuseExposure(server.config, server.identity)).not.toThrow()
    expect(() => refuseExposure(open('0.0.0.0').config, server.identity)).toThrow(/the password of alice is weak/)
  })
})
