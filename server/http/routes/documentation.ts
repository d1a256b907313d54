import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type StoredFile, sendFile, storeCompressed, storedOnce, storeFile } from '../answers/stored-file.ts'
import { htmlPage, sendPage } from '../openapi/page.ts'
import { readableBy } from '../security/route-access.ts'

/** Routes of the documentation site built by `npm run docs`; without a build, a page that names the command. */
export const documentationRoutes =
  (directory: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    let listed: Files | undefined
    const files = (): Files | undefined => {
      listed ??= existsSync(join(directory, 'index.html')) ? listFiles(directory) : undefined
      return listed
    }

    const send = (path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const site = files()
      if (!site) return sendPage(reply.code(404), NOT_BUILT)
      if (!site.has(path)) reply.code(404)
      const file = site.get(path) ?? site.get('404.html')
      if (!file) return sendPage(reply, NOT_BUILT)
      return sendFile(request, reply.header('content-security-policy', POLICY), file())
    }

    app.get('/docs', { config, schema }, (request, reply) =>
      new URL(request.url, app.publicBase).pathname === '/docs'
        ? reply.redirect('/docs/')
        : send('index.html', request, reply),
    )

    app.get(
      '/docs/*',
      { config, schema: { ...schema, params: Type.Object({ '*': Type.String() }) } },
      (request, reply) => send(request.params['*'], request, reply),
    )
  }

type Files = ReadonlyMap<string, () => StoredFile>

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }

/** Scripts and styles are files of the site; its search fetches one more. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Lists the built site; each file is read when it is first requested. */
const listFiles = (directory: string): Files => {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)]
      const read = (): StoredFile => store(type ?? '', readFileSync(join(directory, name)))
      return type ? [[name.replaceAll('\\', '/'), storedOnce(read)] as const] : []
    }),
  )
}

const store = (type: string, body: Buffer): StoredFile =>
  type === TYPES['.png'] ? storeFile(type, body) : storeCompressed(type, body)

const NOT_BUILT = htmlPage(
  'The documentation is not built',
  '<p>Run <code>npm run docs</code> in the project, then reload this page. The <a href="/api-docs">API reference</a> needs no build.</p>',
)
