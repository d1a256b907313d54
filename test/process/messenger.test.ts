import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aMailServer } from '../support/mail-server.ts'
import { json } from '../support/platform.ts'
import { aPostBox } from '../support/post-box.ts'
import { aDirectory, run, startServer, untilReady } from '../support/process.ts'

const CANARIES = {
  token: '123456789:AAcanary_canary_canary_canary_canary',
  password: 'canary-mail-password',
  path: 'canary-hook-path',
  secret: 'canary-hook-secret',
}

/** Each starts several processes, and none hurries. */
const PATIENCE_MS = 180_000

/** A file that is ours alone, as the host would make it. */
const aSecretFile = (directory: string, name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return path
}

describe('the messenger of a running server', () => {
  it(
    'reports an emergency stop over every channel, and reveals no secret',
    async () => {
      const [telegram, hook] = [await aPostBox(), await aPostBox()]
      const user = { name: 'bot@example.org', password: CANARIES.password }
      const { host, mails } = await aMailServer({ user })
      const files = aDirectory()
      const dataDir = aDirectory()
      telegram.replies.push({ status: 502, body: 'bad gateway' })
      const channels = {
        PLIMSOLL_TELEGRAM_TOKEN_FILE: aSecretFile(files, 'token', CANARIES.token),
        PLIMSOLL_TELEGRAM_CHAT: '-1001234567',
        PLIMSOLL_TELEGRAM_URL: telegram.url,
        PLIMSOLL_SMTP_URL_FILE: aSecretFile(files, 'smtp', `smtp://bot%40example.org:${CANARIES.password}@${host}`),
        PLIMSOLL_MAIL_TO: 'canary@example.org',
        PLIMSOLL_WEBHOOK_URL_FILE: aSecretFile(files, 'hook', `${hook.url}/${CANARIES.path}`),
        PLIMSOLL_WEBHOOK_SECRET_FILE: aSecretFile(files, 'secret', CANARIES.secret),
      }
      const server = await startServer(['--data-dir', dataDir, '--log-level', 'trace'], {
        PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:correct horse battery',
        ...channels,
      })
      await untilReady(server)
      const signIn = await fetch(`${server.banner.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
      })
      const authorization = `Bearer ${(await json(signIn)).accessToken}`
      await fetch(`${server.banner.url}/api/emergency-stop`, { method: 'POST', headers: { authorization } })
      const alert = await hook.next(({ body }) => body.includes('EMERGENCY_STOPPED'))
      expect(alert.path).toBe(`/${CANARIES.path}`)
      expect(alert.headers['webhook-signature']).toMatch(/^v1,/)
      const { type, data } = JSON.parse(alert.body)
      expect(type).toBe('alert')
      const change = data.changes.find(({ surface }: { surface: string }) => surface === 'public-status-truth')
      expect(change).toMatchObject({ kind: 'ALERT', verdict: 'EMERGENCY_STOPPED', severity: 'BLOCK' })
      expect(change.nextAction).not.toBe('')
      await telegram.next(({ body }) => body.includes('EMERGENCY_STOPPED'))

      const cli = run(['digest', '--send', '--json', '--data-dir', dataDir])
      expect(await cli.ended).toBe(0)
      const digest = JSON.parse(cli.out())
      expect(digest.sent).toEqual([
        { channel: 'telegram', outcome: 'DELIVERED' },
        { channel: 'email', outcome: 'DELIVERED' },
        { channel: 'webhook', outcome: 'DELIVERED' },
      ])
      expect(digest.lines.length).toBeGreaterThan(3)
      expect(mails.some(({ content }) => content.includes('Subject: [Plimsoll] Digest of'))).toBe(true)

      const doctor = run(['doctor', '--json', '--data-dir', dataDir], channels)
      await doctor.ended
      const findings: { check: string; level: string }[] = JSON.parse(doctor.out()).findings
      const tried = findings.filter(({ check }) => check.startsWith('messages: '))
      expect(tried.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])

      const answers = await Promise.all(
        ['monitor/messenger-dynamic-truth', 'monitor/public-status-truth', 'autotrading/status'].map((path) =>
          fetch(`${server.banner.url}/api/${path}`, { headers: { authorization } }).then((answer) => answer.text()),
        ),
      )
      const surface = JSON.parse(answers[0] ?? '')
      expect(surface.data.lines.length).toBeGreaterThan(3)
      expect(surface.data.lines.every(({ recheck }: { recheck: string }) => recheck === 'MATCH')).toBe(true)
      expect(surface.data.channels.map(({ id, enabled }: { id: string; enabled: boolean }) => [id, enabled])).toEqual([
        ['telegram', true],
        ['email', true],
        ['webhook', true],
      ])
      const output = [server.out(), server.err(), cli.out(), cli.err(), doctor.out(), doctor.err(), ...answers].join(
        '\n',
      )
      expect(output).toContain('a message could not be delivered')
      for (const canary of [...Object.values(CANARIES), '-1001234567', 'canary@example.org', host]) {
        expect(output).not.toContain(canary)
      }
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
    PATIENCE_MS,
  )

  it(
    'runs when a channel is unusable, reports why, and sends over the others',
    async () => {
      const files = aDirectory()
      const open = join(files, 'token')
      writeFileSync(open, CANARIES.token, { mode: 0o644 })
      const server = await startServer(['--data-dir', aDirectory()], {
        PLIMSOLL_TELEGRAM_TOKEN_FILE: open,
        PLIMSOLL_TELEGRAM_CHAT: '1',
        PLIMSOLL_WEBHOOK_URL_FILE: join(files, 'nowhere'),
      })
      await untilReady(server)
      expect(server.err()).toContain(`The messenger file ${open} is accessible to other users`)
      expect(server.err()).toContain(`The file ${join(files, 'nowhere')} is missing or empty.`)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
    PATIENCE_MS,
  )

  it(
    'has no recipient for a digest when no channel is enabled, and still prints one',
    async () => {
      const dataDir = aDirectory()
      const server = await startServer(['--data-dir', dataDir])
      await untilReady(server)
      const sent = run(['digest', '--send', '--data-dir', dataDir])
      expect(await sent.ended).not.toBe(0)
      expect(sent.err()).toContain('No channel is enabled, so the digest cannot be sent. See docs/guide/messenger.md.')
      const digest = run(['digest', '--data-dir', dataDir])
      expect(await digest.ended).toBe(0)
      expect(digest.out()).toContain('Status: ')
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    },
    PATIENCE_MS,
  )
})
