import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltConsole, sendPage } from '../routes/console.ts'

type Done = (error?: Error) => void

/** Where programs ask: nothing there is for a browser to look at. */
const FOR_PROGRAMS = /^\/(api|api-docs|assets|ws)([/?]|$)/

/**
 * A person who has followed a wrong address gets the console's page, which says so and where one can go from there. Every other address
 * without a route stays as closed as the API.
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
