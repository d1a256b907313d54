import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import { type Credentials, sign } from '../../binance/rest/auth.ts'
import { badParameter, Refusal } from './refusal.ts'

const RECV_WINDOW_MS = 5 * SECOND_MS

/** A request may be signed less than this in the exchange's future. */
const AHEAD_MS = SECOND_MS

/** A request as it was sent: its headers, and the very text of its query or its body. */
export interface SignedRequest {
  readonly headers: IncomingHttpHeaders
  readonly payload: string
}

/** Accepts what names the account's key, is neither too old nor from the future, and was signed with the secret. */
export const checkSigned = ({ headers, payload }: SignedRequest, account: Credentials, now: Instant): void => {
  const key = readHeader(headers, 'x-bapi-api-key')
  if (key === undefined) throw new Refusal(10007)
  if (!isSame(key, account.apiKey)) throw new Refusal(10003)
  const timestamp = wholeIn(headers, 'x-bapi-timestamp')
  if (timestamp === undefined) throw badParameter('X-BAPI-TIMESTAMP is required')
  const recvWindow = wholeIn(headers, 'x-bapi-recv-window') ?? RECV_WINDOW_MS
  if (timestamp < now - recvWindow || timestamp >= now + AHEAD_MS) throw new Refusal(10002, timestamp, now, recvWindow)
  const text = `${readHeader(headers, 'x-bapi-timestamp')}${key}${readHeader(headers, 'x-bapi-recv-window') ?? ''}${payload}`
  if (!isSame(readHeader(headers, 'x-bapi-sign')?.toLowerCase() ?? '', sign(text, account.apiSecret))) {
    throw new Refusal(10004)
  }
}

/** Accepts what a socket authenticates itself with: a time that is still to come, signed with the secret. */
export const isWelcome = (args: readonly string[], account: Credentials, now: Instant): boolean => {
  const [key = '', expires = '', signature = ''] = args
  if (!isSame(key, account.apiKey) || !(Number(expires) > now)) return false
  return isSame(signature.toLowerCase(), sign(`GET/realtime${expires}`, account.apiSecret))
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

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
