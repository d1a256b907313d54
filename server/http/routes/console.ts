/** Routes of the built web console, whose files are all in memory: no request path reaches the disk. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type StoredFile, sendFile } from '../answers/stored-file.ts'
import { readableBy } from '../security/route-access.ts'

/** The built console. */
export interface BuiltConsole {
  /** Paths of its screens. */
  readonly pages: readonly string[]
  readonly page: StoredFile
  /** Files by path. */
  readonly files: ReadonlyMap<string, StoredFile>
}

/**
 * Content security policy: scripts and styles from its own files, connections to this server only, including the
 * stream.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const config = readableBy('OPEN')
const hidden = { hide: true, security: [] }
const schema = { ...hidden, response: { 200: Type.Unknown() } }

/**
 * Routes of the web console, one for each screen and file; without a build, the root address redirects to the
 * reference.
 */
export const consoleRoutes =
  (built: BuiltConsole | undefined): FastifyPluginAsyncTypebox =>
  async (app) => {
    if (!built) {
      app.get('/', { config, schema: { ...hidden, response: { 302: Type.Null() } } }, async (_request, reply) =>
        reply.redirect('/api-docs'),
      )
      return
    }
    for (const path of built.pages) {
      app.get(path, { config, schema }, async (request, reply) => sendPage(built, request, reply))
    }
    for (const [path, file] of built.files) {
      app.get(path, { config, schema }, async (request, reply) => {
        const isAsset = path.startsWith('/assets/')
        if (!isAsset) reply.header('content-security-policy', POLICY)
        return sendFile(request, reply, file, isAsset ? FOREVER : 'no-cache')
      })
    }
  }

/**
 * Cache control of files under `/assets/`, whose names change with their content. The page and the offline worker need
 * the policy.
 */
const FOREVER = 'public, max-age=31536000, immutable'

/** Sends the page of the console; the address determines the screen. */
const sendPage = ({ page }: BuiltConsole, request: FastifyRequest, reply: FastifyReply) =>
  sendFile(request, reply.header('content-security-policy', POLICY), page, 'no-store')

type Done = (error?: Error) => void

/** Addresses used by programs: they have no pages for a browser. */
const FOR_PROGRAMS = /^\/(api|api-docs|assets|ws)([/?]|$)/

/**
 * Serves the console's page for a wrong address opened in a browser, with links to existing screens. Every other
 * address without a route is as restricted as the API.
 */
export const answerUnknownPage =
  (built: BuiltConsole) =>
  (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    if (!isUnknownPage(request)) return done()
    reply.code(404)
    sendPage(built, request, reply)
  }

const isUnknownPage = ({ is404, method, url, headers }: FastifyRequest): boolean =>
  is404 &&
  (method === 'GET' || method === 'HEAD') &&
  (headers.accept ?? '').includes('text/html') &&
  !FOR_PROGRAMS.test(url)
