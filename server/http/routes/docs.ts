/** Routes of the API reference, its OpenAPI document and Swagger UI, and of the pages that explain problem types. */

import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PROBLEMS, type ProblemSlug } from '../../../contract/problem.ts'
import { sendProblem } from '../answers/problems.ts'
import { type StoredFile, sendFile, storeCompressed, storedOnce } from '../answers/stored-file.ts'
import {
  htmlPage,
  INITIALIZER,
  PAGE_TYPE,
  proseHtml,
  REFERENCE_PAGE,
  STYLE,
  STYLE_PATH,
  sendPage,
} from '../openapi/page.ts'
import type { ReadReference } from '../openapi/reference.ts'
import { readableBy } from '../security/route-access.ts'

/** Routes of the API reference, served from memory without network access. */
export const docsRoutes =
  (readReference: ReadReference): FastifyPluginAsyncTypebox =>
  async (app) => {
    const page = storeCompressed(PAGE_TYPE, REFERENCE_PAGE)
    const files = storedOnce(readSwaggerFiles)

    app.get('/api-docs', { config, schema }, (request, reply) =>
      sendFile(request, reply.header('content-security-policy', PAGE_POLICY), page),
    )

    app.get('/api-docs/openapi.json', { config, schema }, async (request, reply) =>
      sendFile(request, reply, (await readReference()).openapi),
    )

    app.get(
      '/api-docs/static/:file',
      { config, schema: { ...schema, params: Type.Object({ file: Type.String() }) } },
      (request, reply) => {
        const file = files().get(request.params.file)
        if (file) return sendFile(request, reply, file)
        return sendProblem(reply, 'not-found', { detail: 'The API reference has no such file.' })
      },
    )
  }

/** Policy with the hash of the only inline style of swagger-ui 6.1.3; a browser refuses any other. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLESHEET = 'text/css; charset=utf-8'

/** Files of Swagger UI used by the page; no other file of its folder is served. */
const SWAGGER_FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui.css': STYLESHEET,
  'index.css': STYLESHEET,
}

/** Reads the files of Swagger UI, once, when the reference is first opened. */
const readSwaggerFiles = (): ReadonlyMap<string, StoredFile> => {
  const folder = import.meta.url.endsWith('.ts')
    ? new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))
    : new URL('./swagger-ui/', import.meta.url)
  const files = Object.entries(SWAGGER_FILES).map(([name, type]) => {
    const file = storeCompressed(type, readFileSync(new URL(name, folder)))
    return [name, file] as const
  })
  return new Map([...files, ['initializer.js', storeCompressed(SCRIPT, INITIALIZER)]])
}

const openToAll = readableBy('OPEN')
const hidden = { hide: true, security: [] }

/** Routes of a page for every problem type, and the style of all pages. */
export const problemPageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api-docs/problems/:slug',
    {
      config: openToAll,
      schema: {
        ...hidden,
        params: Type.Object({ slug: Type.String() }),
        response: { 200: Type.String(), 404: Type.String() },
      },
    },
    async (request, reply) => {
      const { slug } = request.params
      const known = Object.hasOwn(PROBLEMS, slug)
      const page = known
        ? problemPage(slug as ProblemSlug)
        : htmlPage('No such problem', '<p>See <a href="/api-docs">the reference</a>.</p>')
      return sendPage(reply.code(known ? 200 : 404), page)
    },
  )

  app.get(
    STYLE_PATH,
    { config: openToAll, schema: { ...hidden, response: { 200: Type.String() } } },
    async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE),
  )
}

const problemPage = (slug: ProblemSlug): string => {
  const { status, title, remedy, retryable } = PROBLEMS[slug]
  const again = retryable ? 'The same request may succeed later.' : 'The same request will not succeed.'
  const code = slug.toUpperCase().replaceAll('-', '_')
  return htmlPage(title, `<p><code>${status} ${code}</code></p><p>${proseHtml(remedy)}</p><p>${again}</p>`)
}
