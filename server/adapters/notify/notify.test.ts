import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { aMailServer } from '../../../test/support/mail-server.ts'
import { aMessage } from '../../../test/support/messages.ts'
import { aPostBox } from '../../../test/support/post-box.ts'
import type { Sender } from '../../messenger/ports.ts'
import { emailSender } from './email.ts'
import { telegramSender } from './telegram.ts'
import { webhookSender } from './webhook.ts'

const TOKEN = '123456789:AAcanary_canary_canary_canary_canary'
const hidden = (text: string) => ({ reveal: () => text })
const never = new AbortController().signal
const NOW_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

/** Returns a port without a listener. */
const nowhere = async (): Promise<string> => {
  const { createServer } = await import('node:net')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `127.0.0.1:${port}`
}

const made = (sender: Sender | null): Sender => {
  if (!sender) throw new Error('it cannot be used')
  return sender
}

describe('a Telegram chat', () => {
  const chat = (url: string) => made(telegramSender({ url, token: hidden(TOKEN), chat: '-1001' }))

  it('receives one request of plain text', async () => {
    const box = await aPostBox()
    expect(await chat(box.url).send(aMessage(), never)).toEqual({ ok: true })
    expect(box.posted.map(({ path }) => path)).toEqual([`/bot${TOKEN}/sendMessage`])
    expect(JSON.parse(box.posted[0]?.body ?? '')).toEqual({
      chat_id: '-1001',
      text: 'CRITICAL: protection-blocker-truth UNPROTECTED\n\nOne position of 1 has no verified stop.\nNext: plimsoll status.',
      disable_notification: false,
      link_preview_options: { is_disabled: true },
    })
  })

  it('receives digests silently, and never more than the length limit', async () => {
    const box = await aPostBox()
    await chat(box.url).send(aMessage({ type: 'digest', text: 'x'.repeat(5_000) }), never)
    const { text, disable_notification } = JSON.parse(box.posted[0]?.body ?? '')
    expect(disable_notification).toBe(true)
    expect(text).toHaveLength(4_096)
    expect(text.endsWith('…')).toBe(true)
  })

  it.each([
    [401, '{"ok":false}', 'AUTHENTICATION', null],
    [404, '{"ok":false}', 'AUTHENTICATION', null],
    [400, '{"ok":false,"description":"Bad Request: chat not found"}', 'REFUSED', null],
    [429, '{"ok":false,"parameters":{"retry_after":7}}', 'RATE_LIMITED', 7_000],
    [502, 'bad gateway', 'REMOTE_FAULT', null],
    [302, '', 'REFUSED', null],
  ])('that answers %i %s fails as %s', async (status, body, category, retryAfterMs) => {
    const box = await aPostBox()
    box.replies.push({ status, body })
    expect(await chat(box.url).send(aMessage(), never)).toEqual({ ok: false, category, retryAfterMs })
  })

  it('fails as unreachable without a connection, and never reveals the token', async () => {
    const attempt = await chat(`http://${await nowhere()}`).send(aMessage(), never)
    expect(attempt).toEqual({ ok: false, category: 'UNREACHABLE', retryAfterMs: null })
    expect(inspect(attempt, { depth: null })).not.toContain(TOKEN)
  })

  it('that does not answer is aborted with the signal', async () => {
    const box = await aPostBox()
    box.replies.push(null)
    const ending = new AbortController()
    const attempt = chat(box.url).send(aMessage(), ending.signal)
    await box.next(() => true)
    ending.abort()
    expect((await attempt).ok).toBe(false)
  })

  it('is tested without a message', async () => {
    const box = await aPostBox()
    expect(await chat(box.url).probe(never)).toEqual({ ok: true })
    expect(box.posted.map(({ path }) => path.split('/').at(-1))).toEqual(['getMe', 'getChat'])
  })

  it('has no sender without a valid token', () => {
    expect(telegramSender({ url: 'http://127.0.0.1', token: hidden('bot token'), chat: '1' })).toBeNull()
  })
})

describe('a webhook', () => {
  const hook = (url: string, parts: { form?: 'json' | 'slack' | 'discord'; secret?: string } = {}) =>
    made(
      webhookSender({
        url: hidden(url),
        secret: parts.secret === undefined ? null : hidden(parts.secret),
        form: parts.form ?? 'json',
        now: () => NOW_MS,
      }),
    )

  it('receives JSON, with the same id at every attempt', async () => {
    const box = await aPostBox()
    expect(await hook(`${box.url}/in?key=1`).send(aMessage(), never)).toEqual({ ok: true })
    const [posted] = box.posted
    expect(posted?.path).toBe('/in?key=1')
    expect(posted?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_01KDXYZ7QE0000000000000000',
    })
    expect(posted?.headers['webhook-signature']).toBeUndefined()
    expect(JSON.parse(posted?.body ?? '')).toEqual({
      type: 'alert',
      timestamp: '2026-01-02T03:04:05.678Z',
      data: {
        id: 'msg_01KDXYZ7QE0000000000000000',
        title: 'CRITICAL: protection-blocker-truth UNPROTECTED',
        text: 'One position of 1 has no verified stop.\nNext: plimsoll status.',
        severity: 'CRITICAL',
        changes: [{ surface: 'protection-blocker-truth' }],
      },
    })
  })

  it.each([
    ['canary-secret', Buffer.from('canary-secret')],
    ['whsec_Y2FuYXJ5LXNlY3JldA==', Buffer.from('canary-secret')],
  ])('is signed with %s so that the receiver can prove it', async (secret, key) => {
    const box = await aPostBox()
    await hook(box.url, { secret }).send(aMessage(), never)
    const { headers = {}, body = '' } = box.posted[0] ?? {}
    const content = `msg_01KDXYZ7QE0000000000000000.1767323045.${body}`
    expect(headers['webhook-timestamp']).toBe('1767323045')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    expect(JSON.stringify({ headers, body })).not.toContain(secret)
  })

  it.each([
    ['slack', { text: 'A\nB' }],
    ['discord', { content: '**A**\nB', allowed_mentions: { parse: [] } }],
  ] as const)('receives the format of %s', async (form, body) => {
    const box = await aPostBox()
    await hook(box.url, { form }).send(aMessage({ title: 'A', text: 'B' }), never)
    expect(JSON.parse(box.posted[0]?.body ?? '')).toEqual(body)
  })

  it('is retried after the demanded wait', async () => {
    const box = await aPostBox()
    box.replies.push({ status: 429, headers: { 'retry-after': '30' } })
    expect(await hook(box.url).send(aMessage(), never)).toMatchObject({
      category: 'RATE_LIMITED',
      retryAfterMs: 30_000,
    })
  })

  it('can be tested without sending a message', async () => {
    const box = await aPostBox()
    expect(await hook(box.url).probe(never)).toEqual({ ok: true })
    expect(await hook(`http://${await nowhere()}`).probe(never)).toMatchObject({ category: 'UNREACHABLE' })
    expect(box.posted).toEqual([])
  })

  it.each(['http://example.org/hook', 'ftp://example.org', 'hook', ''])('has no sender for %j', (url) => {
    expect(webhookSender({ url: hidden(url), secret: null, form: 'json', now: () => 0 })).toBeNull()
  })
})

describe('a mail server', () => {
  const user = { name: 'bot@example.org', password: 'canary-password' }
  const address = (host: string, password = user.password) => `smtp://bot%40example.org:${password}@${host}`
  const mail = (url: string, from?: string) =>
    made(emailSender({ url: hidden(url), to: 'me@example.org,you@example.org', from }))

  it('authenticates, and accepts the mail', async () => {
    const { host, mails } = await aMailServer({ user })
    expect(await mail(address(host)).send(aMessage(), never)).toEqual({ ok: true })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ from: 'bot@example.org', to: ['me@example.org', 'you@example.org'] })
    expect(mails[0]?.content).toContain('Subject: [Plimsoll] CRITICAL: protection-blocker-truth UNPROTECTED')
    expect(mails[0]?.content).toContain('One position of 1 has no verified stop.')
    expect(mails[0]?.content).not.toContain(user.password)
  })

  it('receives mail from the configured sender', async () => {
    const { host, mails } = await aMailServer()
    await mail(`smtp://${host}`, 'plimsoll@example.org').send(aMessage(), never)
    expect(mails[0]?.from).toBe('plimsoll@example.org')
  })

  it('fails as AUTHENTICATION when it refuses the password, and never reveals it', async () => {
    const { host } = await aMailServer({ user })
    const attempt = await mail(address(host, 'canary-wrong')).send(aMessage(), never)
    expect(attempt).toEqual({ ok: false, category: 'AUTHENTICATION', retryAfterMs: null })
  })

  it.each([
    ['550 5.1.1 no such user', 'REFUSED'],
    ['451 4.7.1 greylisted, come back later', 'REMOTE_FAULT'],
  ])('that returns %s fails as %s', async (refuses, category) => {
    const { host } = await aMailServer({ refuses })
    expect(await mail(`smtp://${host}`).send(aMessage(), never)).toMatchObject({ ok: false, category })
  })

  it('can be tested without sending a mail', async () => {
    const { host, mails } = await aMailServer({ user })
    expect(await mail(address(host)).probe(never)).toEqual({ ok: true })
    expect(await mail(`smtp://${await nowhere()}`).probe(never)).toMatchObject({ category: 'UNREACHABLE' })
    expect(mails).toEqual([])
  })

  it.each(['http://example.org', 'mail', 'smtp://'])('has no sender for %j', (url) => {
    expect(emailSender({ url: hidden(url), to: 'me@example.org', from: undefined })).toBeNull()
  })
})
