import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { natsMissing, startNats, type TestNats } from '../../../test/support/nats.ts'
import { makeNatsCredentials } from '../../../test/support/nats-credentials.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { TLS_CERTIFICATE } from '../../../test/support/tls-certificate.ts'
import { watchNotices } from '../../../test/support/watched-notices.ts'
import type { OpenNotices } from '../../scaled/ports.ts'
import { openNatsNotices } from './nats-notices.ts'
import { findNatsFault, readNatsServers } from './nats-servers.ts'

const WITHIN_MS = 30_000

/** A port on which nothing listens. */
const NOWHERE = '127.0.0.1:9'

describe.skipIf(natsMissing)(`notices over NATS${natsMissing === undefined ? '' : ` (${natsMissing})`}`, () => {
  const running: TestNats[] = []
  const opened: OpenNotices[] = []
  const start = async (configuration?: string) => {
    const server = await startNats(configuration)
    running.push(server)
    return server
  }
  const open = (url: string) => {
    const servers = readNatsServers(url)
    const watched = watchNotices((onChange) => openNatsNotices({ servers, account: 'main', onChange }), WITHIN_MS)
    opened.push(watched.notices)
    return watched
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((notices) => notices.close()))
    await Promise.all(running.splice(0).map((server) => server.stop()))
  })

  it('report once that no server can be reached, and once that one is back', async () => {
    const server = await start()
    await server.kill()
    const { states, untilReceived, untilStates } = open(server.url)
    await untilStates([false])
    expect(states[0]).toEqual({ isUp: false, fault: 'connection refused' })
    await server.restart()
    await untilReceived()
    expect(states.at(-1)).toEqual({ isUp: true, server: server.address })
    await server.kill()
    await untilStates([false, true, false])
    await server.restart()
    await untilReceived()
    await untilStates([false, true, false, true])
  })

  it('report a server that hangs', async () => {
    const server = await start()
    const { untilReceived, untilStates } = open(server.url)
    await untilReceived()
    process.kill(server.pid, 'SIGSTOP')
    await untilStates([true, false])
    process.kill(server.pid, 'SIGCONT')
    await untilReceived()
    await untilStates([true, false, true])
  })

  it('continue on another server, without reporting a loss', async () => {
    const [first, second] = [await start(), await start()]
    const { states, untilReceived } = open(`${first.url},${second.url},nats://${NOWHERE}`)
    await untilReceived()
    const [before] = states
    await (before?.isUp && before.server === first.address ? first : second).kill()
    await untilReceived()
    expect(states).toEqual([before])
  })

  it('log in with user and password, with a token, or with a credentials file', async () => {
    const byPassword = await start('authorization { user: plimsoll, password: "canary/1" }')
    expect(await findNatsFault(readNatsServers(`nats://plimsoll:canary%2F1@${byPassword.address}`), 'main')).toBe(
      undefined,
    )
    const byToken = await start('authorization { token: canary }')
    expect(await findNatsFault(readNatsServers(`nats://canary@${byToken.address}`), 'main')).toBe(undefined)
    const { configuration, credentials } = makeNatsCredentials()
    const signed = await start(configuration)
    expect(await findNatsFault(readNatsServers(signed.url, credentials), 'main')).toBe(undefined)
    for (const { url } of [byPassword, byToken, signed]) {
      expect(await findNatsFault(readNatsServers(url), 'main')).toMatch(/authorization violation/i)
    }
    const { states, untilStates } = open(`nats://plimsoll:canary@${byPassword.address}`)
    await untilStates([false])
    expect(states).toEqual([{ isUp: false, fault: expect.stringMatching(/authorization violation/i) }])
  })

  it('report a user who may not publish or subscribe', async () => {
    const users = ['publish', 'subscribe'].map(
      (denied) => `{ user: ${denied}, password: a, permissions: { ${denied}: { deny: ">" } } }`,
    )
    const { address } = await start(`authorization { users: [${users.join(', ')}] }`)
    expect(await findNatsFault(readNatsServers(`nats://publish:a@${address}`), 'main')).toContain('plimsoll.main.*')
    const url = `nats://subscribe:a@${address}`
    expect(await findNatsFault(readNatsServers(url), 'main')).toMatch(/permissions violation/i)
    const { states, untilStates } = open(url)
    await untilStates([true, false])
    expect(states.at(-1)).toMatchObject({ fault: expect.stringMatching(/permissions violation/i) })
  })

  it('connect over tls:// only to a server with a trusted certificate', async () => {
    const directory = aTempDirectory()
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
    writeFileSync(cert, TLS_CERTIFICATE.cert)
    writeFileSync(key, TLS_CERTIFICATE.key)
    const encrypted = await start(`tls { cert_file: "${cert}", key_file: "${key}" }`)
    const plain = await start()
    const toTls = ({ url }: TestNats): string => url.replace('nats://127.0.0.1', 'tls://localhost')
    const url = toTls(encrypted)
    expect(await findNatsFault(readNatsServers(url), 'main')).toMatch(/self-signed certificate/)
    expect(await findNatsFault(readNatsServers(toTls(plain)), 'main')).toMatch(/does not support 'tls'/)
    const script = `
      import { findNatsFault, readNatsServers } from './server/adapters/bus/nats-servers.ts'
      console.log(await findNatsFault(readNatsServers('${url}'), 'main'))`
    const trusting = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
      encoding: 'utf8',
    })
    expect([trusting.stderr, trusting.stdout]).toEqual(['', 'undefined\n'])
  }, 60_000)
})

describe('the URL of a NATS bus', () => {
  it('names servers with their default port, TLS and a user', () => {
    expect(readNatsServers('nats://a, nats://u%40:p%3A@b:4333,nats://[::1]:4222/')).toEqual({
      addresses: ['a:4222', 'b:4333', '[::1]:4222'],
      usesTls: false,
      login: { kind: 'password', user: 'u@', password: 'p:' },
    })
    expect(readNatsServers('tls://canary@a')).toMatchObject({
      usesTls: true,
      login: { kind: 'token', token: 'canary' },
    })
  })

  it.each([
    ['', /must be a list of URLs/],
    ['redis://u:canary@a', /must be a list of URLs/],
    ['nats://u:canary@a,b:4222', /must be a list of URLs/],
    ['nats://u:canary@a/path?x=1', /must be a list of URLs/],
    ['nats://u:canary@a,tls://b', /partly nats:\/\/ and partly tls:\/\//],
    ['tls://u:canary@10.0.0.1', /by their names/],
    ['nats://u:canary@a,nats://v:canary@b', /different users/],
  ])('is refused without its secrets: %s', (url, message) => {
    const read = () => readNatsServers(url)
    expect(read).toThrow(message)
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('canary') }))
  })

  it('is refused with credentials that are none, or in addition to a user', () => {
    expect(() => readNatsServers('nats://a', 'canary')).toThrow(/are not a credentials file/)
    const { credentials } = makeNatsCredentials()
    expect(() => readNatsServers('nats://u:p@a', credentials)).toThrow(/both a user in its URL and a credentials file/)
  })

  it('leads to subjects of names without special characters only', () => {
    const servers = readNatsServers('nats://a')
    const notices = (account: string) => openNatsNotices({ servers, account, onChange: () => {} })
    for (const account of ['*', 'a.b', 'a b', '>']) {
      expect(() => notices(account).send('log')).toThrow(RangeError)
    }
  })
})
