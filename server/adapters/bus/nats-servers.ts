/** Servers of a NATS bus: their connection options, the subjects of an account, and a test of the connection. */

import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type Authenticator, type ConnectionOptions, connect, credsAuthenticator } from '@nats-io/transport-node'
import { isAccountName } from '../../core/account-name.ts'
import { errorMessage, StartError } from '../../core/errors.ts'

/**
 * Reads `nats://user:password@host1:4222,nats://host2:4222`, or `tls://` for encrypted connections, and the content of
 * a credentials file. Throws a `StartError` without any of their secrets.
 */
export const readNatsServers = (text: string, credentials?: string): NatsServers => {
  const urls = text.split(',').map((url) => readServer(url.trim()))
  const usesTls = urls.some(({ protocol }) => protocol === 'tls:')
  if (usesTls && urls.some(({ protocol }) => protocol !== 'tls:')) {
    throw new StartError('The servers of the bus are partly nats:// and partly tls://. Use one of them for all.')
  }
  if (usesTls && urls.some(({ hostname }) => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)) {
    throw new StartError(
      'Over tls://, specify the servers of the bus by their names: certificates are checked for them.',
    )
  }
  const users = new Set(urls.map(({ username, password }) => `${username}:${password}`).filter((user) => user !== ':'))
  if (users.size > 1) {
    throw new StartError('The servers of the bus have different users. Use the same user for all.')
  }
  if (users.size > 0 && credentials !== undefined) {
    throw new StartError('The bus has both a user in its URL and a credentials file. Remove one of them.')
  }
  return {
    addresses: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
    usesTls,
    login: credentials === undefined ? toLogin(urls.find(({ username }) => username !== '')) : toSigned(credentials),
  }
}

const DEFAULT_PORT = 4222

const readServer = (text: string): URL => {
  const url = URL.parse(text)
  const isServer = url && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
  if (!isServer || url.search !== '' || url.hash !== '') {
    throw new StartError(
      'The bus must be a list of URLs such as nats://nats.example.org:4222, or tls:// for encrypted connections.',
    )
  }
  return url
}

const toLogin = (url: URL | undefined): NatsLogin => {
  if (!url) return { kind: 'none' }
  const user = decodeURIComponent(url.username)
  if (url.password === '') return { kind: 'token', token: user }
  return { kind: 'password', user, password: decodeURIComponent(url.password) }
}

const toSigned = (content: string): NatsLogin => {
  const login = { kind: 'credentials', content } as const
  try {
    toAuthenticator(login)('nonce')
    return login
  } catch {
    throw new StartError('The credentials of the bus are not a credentials file of NATS, with JWT and seed of a user.')
  }
}

/** Servers of a NATS bus and the credentials for all of them. */
export interface NatsServers {
  /** Host and port of each. */
  readonly addresses: readonly string[]
  /** True to refuse unencrypted connections. */
  readonly usesTls: boolean
  readonly login: NatsLogin
}

type NatsLogin =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }
  /** Content of a credentials file. */
  | { readonly kind: 'credentials'; readonly content: string }

const CONNECT_MS = 2_000

/** Interval of the pings that detect a hanging server; two unanswered ones end the connection. */
const PING_EVERY_MS = 2_000

export const toOptions = ({ addresses, usesTls, login }: NatsServers): ConnectionOptions => ({
  servers: [...addresses],
  ...(usesTls && { tls: {} }),
  ...toLoginOptions(login),
  timeout: CONNECT_MS,
  pingInterval: PING_EVERY_MS,
  maxPingOut: 2,
  // Credentials are sent to no server but the configured ones.
  ignoreClusterUpdates: true,
  noAsyncTraces: true,
})

const toLoginOptions = (login: NatsLogin): ConnectionOptions => {
  switch (login.kind) {
    case 'none':
      return {}
    case 'password':
      return { user: login.user, pass: login.password }
    case 'token':
      return { token: login.token }
    case 'credentials':
      return { authenticator: toAuthenticator(login) }
  }
}

const toAuthenticator = ({ content }: { readonly content: string }): Authenticator =>
  credsAuthenticator(new TextEncoder().encode(`${content}\n`))

/** Returns the subject of a notification of an account; its name has no character with a meaning in subjects. */
export const toSubject = (account: string, notice: string): string => {
  if (!isAccountName(account)) throw new RangeError(`${account} is not the name of an account`)
  return `plimsoll.${account}.${notice}`
}

/** Connects once and sends a message to itself; returns why the bus cannot be used, if it cannot. */
export const findNatsFault = async (servers: NatsServers, account: string): Promise<string | undefined> => {
  try {
    const connection = await connect({ ...toOptions(servers), name: `${account} test`, reconnect: false })
    try {
      const subject = toSubject(account, 'test')
      const answer = Promise.withResolvers<string | undefined>()
      connection.subscribe(subject, { callback: (error) => answer.resolve(error?.message) })
      connection.publish(subject)
      const lost = connection.closed().then(() => 'the connection was lost')
      const late = setTimeout(CONNECT_MS, `it does not deliver messages on ${toSubject(account, '*')}`, { ref: false })
      return await Promise.race([answer.promise, lost, late])
    } finally {
      await connection.close()
    }
  } catch (error) {
    return errorMessage(error)
  }
}
