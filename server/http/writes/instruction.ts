import type { FastifyRequest } from 'fastify'
import type { Id, MakeId } from '../../core/id.ts'
import type { Actor, Instructed } from '../../engine/model/events.ts'
import type { Key } from './idempotency.ts'

/** Who asks, under which request and with which key: what an instruction carries into the audit. */
export const instructedBy = (request: FastifyRequest, ids: MakeId, key: Key | null): Instructed => {
  const requestId: Id = request.server.requestId()
  return {
    actor: toActor(request),
    requestId,
    idempotency: key && { scope: key.scope, fingerprint: key.fingerprint },
    reason: null,
    auditId: ids('aud'),
  }
}

/** Who asks. Of a connection that is gone already the address may not be known any more. */
export const toActor = ({ principal, ip }: Pick<FastifyRequest, 'principal' | 'ip'>): Actor => ({
  type: 'USER',
  sub: principal?.userId ?? null,
  sid: principal?.sessionId ?? null,
  ip: ip ?? null,
})
