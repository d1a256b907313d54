/** Certificate and private key of the server: reads both files and verifies that TLS accepts them. */

import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { NetworkConfig } from '../config/network.ts'
import { StartError } from '../core/errors.ts'
import type { TlsFiles } from '../http/connections/open-server.ts'

export type TlsPaths = NonNullable<NetworkConfig['tls']>

/** Reads a certificate and its key; throws a `StartError` when they cannot be used. */
export const readTls = ({ certPath, keyPath }: TlsPaths): TlsFiles => {
  const cert = readPem('certificate', certPath, '--tls-cert')
  const key = readPem('private key', keyPath, '--tls-key')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartError(
      `${certPath} and ${keyPath} cannot be used for TLS (${(error as Error).message}). ` +
        'Specify a certificate chain and its unencrypted private key, both in PEM. ' +
        `To check them: openssl x509 -noout -in ${certPath}; openssl pkey -noout -in ${keyPath}`,
    )
  }
  return { cert, key }
}

const readPem = (what: string, path: string, option: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'ENOENT'
        ? `The ${what} ${path} does not exist. Specify the file with ${option}.`
        : `The ${what} ${path} cannot be read (${code}). For its owner and permissions: ls -ld ${path}`,
    )
  }
}
