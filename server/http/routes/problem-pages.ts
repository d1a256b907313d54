import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { PROBLEMS, type ProblemSlug } from '../../../contract/problem.ts'
import { htmlPage, proseHtml, STYLE_PATH, sendPage } from '../openapi/pages/page.ts'
import { STYLE } from '../openapi/pages/style.ts'
import { readableBy } from '../security/route-access.ts'

const config = readableBy('OPEN')
const hidden = { hide: true, security: [] }

/** A page for every kind of problem, where its `type` points, and the style of all pages. */
export const problemPageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api-docs/problems/:slug',
    {
      config,
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

  app.get(STYLE_PATH, { config, schema: { ...hidden, response: { 200: Type.String() } } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STYLE),
  )
}

const problemPage = (slug: ProblemSlug): string => {
  const { status, title, remedy, retryable } = PROBLEMS[slug]
  const again = retryable ? 'The same request may succeed later.' : 'The same request will not succeed.'
  const code = slug.toUpperCase().replaceAll('-', '_')
  return htmlPage(title, `<p><code>${status} ${code}</code></p><p>${proseHtml(remedy)}</p><p>${again}</p>`)
}
