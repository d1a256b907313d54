/** Network and sign-in configuration: parses proxies, host names and TLS files, and the session rules of users. */

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { DAY_MS, MINUTE_MS, parseDuration } from '../core/instant.ts'
import { isLoopback } from '../core/is-loopback.ts'
import { PASSWORD_MIN, PASSWORD_STRONG_MIN } from '../identity/password-policy.ts'
import { isRole, parseRoles, ROLES, type Role } from '../identity/role.ts'
import { DEFAULT_POLICY, type SignInPolicy } from '../identity/session.ts'
import { type SettingReader, wholeNumber } from './market.ts'

/** Reads the network settings; a configuration that would send passwords unencrypted is reported as a problem. */
export const parseNetwork = (
  { readText, read, settingName }: NetworkReader,
  { host, publicUrl }: { readonly host: string; readonly publicUrl: string | undefined },
): { readonly network: NetworkConfig; readonly problems: string[] } => {
  const problems: string[] = []
  const [certPath, keyPath] = [readText('tlsCert'), readText('tlsKey')]
  if (certPath !== undefined && keyPath === undefined) {
    problems.push(`${settingName('tlsCert')} requires the private key: set --tls-key.`)
  }
  if (keyPath !== undefined && certPath === undefined) {
    problems.push(`${settingName('tlsKey')} requires the certificate: set --tls-cert.`)
  }
  const tls = certPath && keyPath ? { certPath: resolve(certPath), keyPath: resolve(keyPath) } : null
  const insecure = read('insecureHttp', isTrue, false, "'true' or 'false'")
  if (problems.length === 0 && !(tls || insecure || isLoopback(host) || publicUrl?.startsWith('https:'))) {
    problems.push(
      `Listening on ${host} would send passwords and tokens unencrypted. Specify --tls-cert and --tls-key, or --public-url https://… ` +
        'when a reverse proxy terminates TLS, or accept it on a network you trust with --insecure-http.',
    )
  }
  const trustProxy = read('trustProxy', parseProxies, null, PROXIES)
  const allowedHosts = read('allowedHosts', parseHosts, [], HOSTS)
  return { network: { trustProxy, allowedHosts, tls }, problems }
}

type NetworkReader = SettingReader<'trustProxy' | 'allowedHosts' | 'tlsCert' | 'tlsKey' | 'insecureHttp'>

/** Network settings of the server other than host, port and public address. */
export interface NetworkConfig {
  /** Reverse proxies whose `X-Forwarded-For` is trusted: their number, or their addresses; null if there are none. */
  readonly trustProxy: number | readonly string[] | null
  /** Host names accepted in addition to loopback, the server's own addresses and the public one. */
  readonly allowedHosts: readonly string[]
  /** Files of the certificate chain and of its private key; null for plain HTTP. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | null
}

const HOPS_MAX = 10
const PROXIES = 'the number of proxies in the chain (1 to 10), or their addresses such as 10.0.0.2,192.168.0.0/16'
const HOSTS = 'host names or addresses without port, such as trading.lan,10.0.0.5'

const isTrue = (text: string): boolean | undefined => (['true', 'false'].includes(text) ? text === 'true' : undefined)

const splitList = (text: string): string[] => text.split(',').map((part) => part.trim())

const parseProxies = (text: string): NetworkConfig['trustProxy'] | undefined => {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= HOPS_MAX ? Number(text) : undefined
  const proxies = splitList(text)
  return proxies.every(isNetwork) ? proxies : undefined
}

/** Returns whether a string is an address, or a network given by its prefix. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits)
  return isIP(address) !== 0 && isPrefix && more.length === 0
}

const parseHosts = (text: string): string[] | undefined => {
  const hosts = splitList(text)
  return hosts.every((host) => isIP(host) !== 0 || /^[a-z0-9._-]+$/i.test(host)) ? hosts : undefined
}

type Setting = 'sessionIdle' | 'sessionMaxAge' | 'sessionsMax' | 'requireSecondFactor'

const IDLE_MIN_MS = 5 * MINUTE_MS
const AGE_MAX_MS = 30 * DAY_MS
const SESSIONS_MAX = 1_000

/**
 * Reads the lifetime and number of sessions per user, and the roles that require two-factor authentication. On a network
 * address, passwords must be strong, because the server would not start again with a weak one.
 */
export const parseSignIn = ({ read }: SettingReader<Setting>, host: string): SignInPolicy => {
  const span = 'a duration from 5m to 30d, such as 8h'
  return {
    idleMs: read('sessionIdle', parseSpan, DEFAULT_POLICY.idleMs, span),
    absoluteMs: read('sessionMaxAge', parseSpan, DEFAULT_POLICY.absoluteMs, span),
    sessionsMax: read(
      'sessionsMax',
      wholeNumber(1, SESSIONS_MAX),
      DEFAULT_POLICY.sessionsMax,
      `from 1 to ${SESSIONS_MAX}`,
    ),
    secondFactorFor: read('requireSecondFactor', readRoles, [], `one or more of ${ROLES.join(', ')}, or 'none'`),
    passwordMin: isLoopback(host) ? PASSWORD_MIN : PASSWORD_STRONG_MIN,
  }
}

const parseSpan = (text: string): number | undefined => {
  const ms = parseDuration(text)
  return ms !== undefined && ms >= IDLE_MIN_MS && ms <= AGE_MAX_MS ? ms : undefined
}

const readRoles = (text: string): readonly Role[] | undefined => {
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim().toUpperCase())
  const roles = parseRoles(names)
  return roles.ok && names.every(isRole) ? roles.value : undefined
}
