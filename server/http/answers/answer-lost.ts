import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltConsole, sendPage } from '../routes/console.ts'

type Done = (error?: Error) => void

/** Addresses used by programs: they have no pages for a browser. */
const FOR_PROGRAMS = /^\/(api|api-docs|assets|ws)([/?]|$)/

/**
 * Serves the console's page for a wrong address opened in a browser, with links to existing screens. Every other
 * address without a route stays as restricted as the API.
 */
export const answerLost =
  (built: BuiltConsole) =>
  (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    if (!isLost(request)) return done()
    reply.code(404)
    sendPage(built, request, reply)
  }

const isLost = ({ is404, method, url, headers }: FastifyRequest): boolean =>
  is404 &&
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !FOR_PROGRAMS.test(url)
