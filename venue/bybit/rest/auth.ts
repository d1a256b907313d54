/** Authentication of Bybit requests and sockets: API key, signature, and permissions of the key. */

import type { IncomingHttpHeaders } from 'node:http'
import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { type Credentials, isSameText, sign } from '../../exchange/server/credentials.ts'
import { badParameter, Refusal } from './refusal.ts'

/** Checks API key, signature and timestamp of a request; throws a refusal. */
export const checkSigned = ({ headers, payload }: SignedRequest, account: Credentials, now: Instant): void => {
  const key = readHeader(headers, 'x-bapi-api-key')
  if (key === undefined) throw new Refusal(10007)
  if (!isSameText(key, account.apiKey)) throw new Refusal(10003)
  const timestamp = wholeIn(headers, 'x-bapi-timestamp')
  if (timestamp === undefined) throw badParameter('X-BAPI-TIMESTAMP is required')
  const recvWindow = wholeIn(headers, 'x-bapi-recv-window') ?? RECV_WINDOW_MS
  if (timestamp < now - recvWindow || timestamp >= now + AHEAD_MS) throw new Refusal(10002, timestamp, now, recvWindow)
  const text = `${readHeader(headers, 'x-bapi-timestamp')}${key}${readHeader(headers, 'x-bapi-recv-window') ?? ''}${payload}`
  if (!isSameText(readHeader(headers, 'x-bapi-sign')?.toLowerCase() ?? '', sign(text, account.apiSecret))) {
    throw new Refusal(10004)
  }
}

/** Permissions of the key, as returned by `user/query-api`. */
export interface BybitPermissions {
  readonly readOnly: boolean
  /** True when the key is bound to an address; other keys expire after three months. */
  readonly ipBound: boolean
  /** Names of the granted permissions. */
  readonly granted: ReadonlySet<string>
}

/** Permissions by the product under which the exchange lists them. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  ContractTrade: ['Order', 'Position'],
  Spot: ['SpotTrade'],
  Wallet: ['AccountTransfer', 'SubMemberTransfer', 'Withdraw'],
  Options: ['OptionsTrade'],
  Derivatives: ['DerivativesTrade'],
  CopyTrading: [],
  BlockTrade: [],
  Exchange: ['ExchangeHistory'],
  NFT: [],
  Affiliate: [],
  Earn: ['Earn'],
  FiatP2P: [],
  FiatConvertBroker: [],
  FiatGlobalPay: [],
  FiatBitPay: [],
  BitCard: [],
  ByXPost: [],
}

/** Permission names that can be granted or revoked, and the key properties. */
export const PERMISSION_NAMES: readonly string[] = ['readOnly', 'ipRestrict', ...Object.values(PRODUCTS).flat()]

/** Permissions of a well-configured key: contracts only, one address, no withdrawals. */
export const USUAL_BYBIT_PERMISSIONS: BybitPermissions = {
  readOnly: false,
  ipBound: true,
  granted: new Set(['Order', 'Position']),
}

/**
 * Parses permissions: names with a leading `-` are removed, others added: `Withdraw,-ipRestrict`; undefined for an
 * unknown name.
 */
export const parseBybitPermissions = (text: string): BybitPermissions | undefined => {
  const parts = text.split(',').map((part) => part.trim())
  const known = parts.every((part) => PERMISSION_NAMES.includes(part.replace(/^-/, '')))
  return known ? parts.reduce(withPart, USUAL_BYBIT_PERMISSIONS) : undefined
}

const withPart = (permissions: BybitPermissions, part: string): BybitPermissions => {
  const name = part.replace(/^-/, '')
  const grants = name === part
  if (name === 'readOnly') return { ...permissions, readOnly: grants }
  if (name === 'ipRestrict') return { ...permissions, ipBound: grants }
  const granted = new Set(permissions.granted)
  if (grants) granted.add(name)
  else granted.delete(name)
  return { ...permissions, granted }
}

/** Returns whether a key has the permission that a route requires. */
export const mayDo = ({ readOnly, granted }: BybitPermissions, needs: 'key' | 'Order' | 'Position'): boolean =>
  needs === 'key' || (!readOnly && granted.has(needs))

/** Returns the granted permissions by product. */
export const groupByProduct = ({ granted }: BybitPermissions): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(PRODUCTS).map(([product, names]) => [product, names.filter((name) => granted.has(name))]),
  )

const RECV_WINDOW_MS = 5 * SECOND_MS

/** Maximum time by which the timestamp of a request may be ahead of the exchange. */
const AHEAD_MS = SECOND_MS

/** Headers of a request, and the exact text of its query or body. */
interface SignedRequest {
  readonly headers: IncomingHttpHeaders
  readonly payload: string
}

/** Returns whether the authentication of a socket is valid: a future expiry time, signed with the secret. */
export const isValidSocketAuth = (args: readonly string[], account: Credentials, now: Instant): boolean => {
  const [key = '', expires = '', signature = ''] = args
  if (!isSameText(key, account.apiKey) || !(Number(expires) > now)) return false
  return isSameText(signature.toLowerCase(), sign(`GET/realtime${expires}`, account.apiSecret))
}

const readHeader = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}

const wholeIn = (headers: IncomingHttpHeaders, name: string): number | undefined => {
  const text = readHeader(headers, name)
  if (text === undefined) return undefined
  if (!/^\d{1,16}$/.test(text)) throw badParameter(`${name.toUpperCase()} invalid`)
  return Number(text)
}
