/** Authentication of Binance requests: API key, signature, and permissions of the key. */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../server/core/instant.ts'
import { type Credentials, isSameText, sign } from '../../exchange/server/credentials.ts'
import { Refused, refusedWith } from './errors.ts'
import { neededText, neededWhole, type Params, readWhole } from './params.ts'

/** Checks the signature and the timestamp of a request; throws a refusal. */
export const checkSignature = (
  { query, body, params }: SignedRequest,
  { apiSecret }: Credentials,
  now: Instant,
): void => {
  const signature = neededText(params, 'signature')
  const timestamp = neededWhole(params, 'timestamp')
  const recvWindow = readWhole(params, 'recvWindow') ?? RECV_WINDOW_MS
  if (recvWindow > RECV_WINDOW_MAX_MS) throw new Refused('-1130', 'recvWindow')
  if (timestamp >= now + AHEAD_MS) {
    throw refusedWith('-1021', "Timestamp for this request was 1000ms ahead of the server's time.")
  }
  if (now - timestamp > recvWindow) throw new Refused('-1021')
  if (!isSameText(signature.toLowerCase(), sign(withoutSignature(query) + withoutSignature(body), apiSecret))) {
    throw new Refused('-1022')
  }
}

/** A request as sent: the signature covers the exact text of query and body. */
export interface SignedRequest {
  readonly query: string
  readonly body: string
  readonly params: Params
}

const RECV_WINDOW_MS = 5 * SECOND_MS
const RECV_WINDOW_MAX_MS = MINUTE_MS

/** Maximum time by which the timestamp of a request may be ahead of the exchange. */
const AHEAD_MS = SECOND_MS

/** Refuses a missing API key, and any key other than the account's. */
export const checkKey = (given: string | undefined, { apiKey }: Credentials, address: string): void => {
  if (given === undefined || given === '') throw new Refused('-2014')
  if (!isSameText(given, apiKey)) throw new Refused('-2015', address)
}

const withoutSignature = (text: string): string => text.replace(/(^|&)signature=[^&]*/, '').replace(/^&/, '')

/** Permissions of the key, as returned by `account/apiRestrictions`. */
export interface KeyPermissions {
  readonly ipRestrict: boolean
  readonly enableReading: boolean
  readonly enableFutures: boolean
  readonly enableWithdrawals: boolean
  readonly enableInternalTransfer: boolean
  readonly permitsUniversalTransfer: boolean
  readonly enableVanillaOptions: boolean
  readonly enableMargin: boolean
  readonly enableSpotAndMarginTrading: boolean
}

/** Permissions of a well-configured key: futures only, one address, no withdrawals. */
export const USUAL_PERMISSIONS: KeyPermissions = {
  ipRestrict: true,
  enableReading: true,
  enableFutures: true,
  enableWithdrawals: false,
  enableInternalTransfer: false,
  permitsUniversalTransfer: false,
  enableVanillaOptions: false,
  enableMargin: false,
  enableSpotAndMarginTrading: false,
}

/**
 * Parses permissions: names with a leading `-` are removed, others added: `enableWithdrawals,-ipRestrict`; undefined
 * for an unknown name.
 */
export const parsePermissions = (text: string): KeyPermissions | undefined => {
  const changed: Record<string, boolean> = {}
  for (const part of text.split(',').map((name) => name.trim())) {
    const name = part.replace(/^-/, '')
    if (!Object.hasOwn(USUAL_PERMISSIONS, name)) return undefined
    changed[name] = name === part
  }
  return { ...USUAL_PERMISSIONS, ...changed }
}
