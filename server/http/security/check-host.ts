import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../answers/problems.ts'
import { readBearer } from './bearer-token.ts'

/**
 * Addresses exempt from the `Host` check: supervisors use any host name, and the responses contain nothing
 * confidential.
 */
const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz']

/**
 * Refuses requests whose `Host` is not ours. Probes pass, and so does a restricting call with a bearer token: a page of
 * another name cannot have one, and an operator who came by an unlisted name must still be able to stop.
 */
export const checkHost = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  const fault = reply.server.network.hostFault(request.raw)
  if (fault === undefined || isExempt(request)) return done()
  if (fault === 'MISSING') return sendProblem(reply, 'malformed-request', { detail: 'Send a `Host` header.' })
  const named = String(request.headers.host).slice(0, 100)
  sendProblem(reply, 'misdirected-request', {
    detail: `This server does not answer to ${JSON.stringify(named)}. Its host allows names with --allowed-hosts.`,
  })
}

const isExempt = ({ routeOptions, raw }: FastifyRequest): boolean => {
  const { url, effect } = routeOptions?.config ?? {}
  return PROBES.includes(url) || (effect === 'CONTROL_RESTRICT' && readBearer(raw) !== undefined)
}
