/**
 * Origin of trading instructions in requests: the caller and audit data, and the seed of an order's ID at the exchange.
 */

import type { FastifyRequest } from 'fastify'
import { computeDigest } from '../../core/digest.ts'
import type { Id, MakeId } from '../../core/id.ts'
import type { Actor, Instructed } from '../../engine/model/events.ts'

/** Returns the origin of a trading instruction for the audit log: caller, request ID and idempotency key. */
export const instructedBy = (request: FastifyRequest, ids: MakeId): Instructed => {
  const requestId: Id = request.server.requestId()
  const key = request.idempotencyKey
  return {
    actor: toActor(request),
    requestId,
    idempotency: key && { scope: key.scope, fingerprint: key.fingerprint },
    reason: null,
    auditId: ids('aud'),
  }
}

/** Returns the caller as an actor. The address of a closed connection may be unknown. */
export const toActor = ({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): Actor => ({
  type: 'USER',
  sub: principal?.userId ?? null,
  sid: principal?.sessionId ?? null,
  ip: ip ?? null,
})

/** Crockford's base 32. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 26
const BITS = LENGTH * 5

/**
 * Returns the 26 characters of a caller's order in its ID at the exchange. Derived from the caller's key when there is
 * one, so that a repetition finds the order even if the claim of its key was lost.
 */
export const venueSeed = (orderId: Id<'ord'>, key: readonly string[] | undefined): string =>
  key === undefined ? orderId.slice('ord_'.length) : toDigits(computeDigest(key))

const toDigits = (hex: string): string => {
  let bits = BigInt(`0x${hex}`) >> BigInt(hex.length * 4 - BITS)
  let text = ''
  for (let digit = 0; digit < LENGTH; digit++) {
    text = ALPHABET[Number(bits % 32n)] + text
    bits /= 32n
  }
  return text
}
