/**
 * Network settings of the HTTP server: trusted proxies, allowed hosts, and the TLS certificate, which is reloaded when
 * its files change.
 */

import { statSync } from 'node:fs'
import { Server as TlsServer } from 'node:https'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { NetworkConfig } from '../config/network.ts'
import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { NetworkSettings, ProxyTrust } from '../http/connections/network.ts'
import { readTls, type TlsPaths } from './tls-files.ts'

/**
 * Resolves the server's network settings and reads its TLS certificate; throws a `StartError` when the certificate
 * cannot be used.
 */
export const resolveNetwork = ({ host, network }: Config): NetworkSettings => ({
  trustProxy: toProxyTrust(network.trustProxy),
  allowedHosts: [host, ...network.allowedHosts],
  tls: network.tls ? readTls(network.tls) : undefined,
})

const toProxyTrust = (proxies: NetworkConfig['trustProxy']): ProxyTrust | undefined => {
  if (proxies === null) return undefined
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies])
}

const CHECK_EVERY_MS = 10 * SECOND_MS

/** Loads a renewed certificate when its files change; an unusable one leaves the current one in place. */
export const followCertificate = (http: FastifyInstance, { network }: Config, logger: Logger): Disposable => {
  const { tls: paths } = network
  const { server } = http
  if (!paths || !(server instanceof TlsServer)) return { [Symbol.dispose]: () => {} }
  let known = readStamp(paths)
  const reload = (): void => {
    const stamp = readStamp(paths)
    if (stamp === known) return
    known = stamp
    try {
      server.setSecureContext({ ...readTls(paths), minVersion: 'TLSv1.2' })
      logger.info({ path: paths.certPath }, 'TLS certificate reloaded')
    } catch (err) {
      logger.error({ err }, 'the renewed TLS certificate cannot be used; the previous one stays in use')
    }
  }
  return { [Symbol.dispose]: every(CHECK_EVERY_MS, reload) }
}

/** Returns a stamp that changes with either file, even if only a link target changes. */
const readStamp = ({ certPath, keyPath }: TlsPaths): string =>
  [certPath, keyPath]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((file) => `${file?.ino} ${file?.size} ${file?.mtimeMs}`)
    .join(' ')
