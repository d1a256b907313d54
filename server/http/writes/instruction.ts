import type { FastifyRequest } from 'fastify'
import type { Id, MakeId } from '../../core/id.ts'
import type { Actor, Instructed } from '../../engine/model/events.ts'

/** Caller, request id and key, as recorded in the audit with an instruction. */
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

/** Returns the caller. The address of a closed connection may be unknown. */
export const toActor = ({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): Actor => ({
  type: 'USER',
  sub: principal?.userId ?? null,
  sid: principal?.sessionId ?? null,
  ip: ip ?? null,
})
