import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { json } from '../support/platform.ts'
import { aDirectory, startServer } from '../support/process.ts'

const dataDir = aDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const PASSWORD = 'canary-password-4711'

describe('secrets', () => {
  it('appear in no log line and in no answer except the one they are created for', async () => {
    const server = await startServer(['--data-dir', dataDir, '--log-level', 'trace'], {
      PLIMSOLL_BOOTSTRAP_ADMIN: `admin:${PASSWORD}`,
    })
    const post = (path: string, body: unknown, token = '') =>
      fetch(server.banner.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const signedIn = await json(await post('/api/auth/login', { username: 'admin', password: PASSWORD }))
    const answers = [
      await post('/api/auth/login', { username: 'admin', password: `${PASSWORD}x`, extra: 1 }),
      await post('/api/auth/login', { username: 'admin', password: `${PASSWORD}x` }),
      await post('/api/auth/refresh', { refreshToken: `${signedIn.refreshToken}x` }),
      await fetch(`${server.banner.url}/api/auth/sessions`, {
        headers: { authorization: `Bearer ${signedIn.accessToken}` },
      }),
      await fetch(`${server.banner.url}/.well-known/jwks.json`),
      await fetch(`${server.banner.url}/api-docs/openapi.json`),
      await fetch(`${server.banner.url}/api/${signedIn.accessToken}`),
    ]
    const responseText = (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
    server.child.kill('SIGTERM')
    await server.ended

    const database = new DatabaseSync(join(dataDir, 'identity.sqlite'), { readOnly: true })
    const stored = JSON.stringify([
      database.prepare('SELECT * FROM users').all(),
      database.prepare('SELECT * FROM signing_keys').all(),
    ])
    database.close()
    const [hash = ''] = /\$argon2id\$[^"]+/.exec(stored) ?? []
    const [, privateKey = ''] = /\\"d\\":\\"([^"\\]+)/.exec(stored) ?? []
    expect(hash).not.toBe('')
    expect(privateKey).not.toBe('')
    for (const secret of [PASSWORD, signedIn.accessToken, signedIn.refreshToken, hash, privateKey]) {
      expect(`${server.out()}${server.err()}${responseText}`).not.toContain(secret)
    }
    expect(readFileSync(join(dataDir, 'identity.sqlite')).includes(Buffer.from(PASSWORD))).toBe(false)
    expect(readFileSync(join(dataDir, 'identity.sqlite')).includes(Buffer.from(signedIn.refreshToken))).toBe(false)
  })
})
