/** Routes of the monitor: one read-only route per report, and the Prometheus metrics. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SURFACES } from '../../../contract/monitor/index.ts'
import { PublicReport, type Report, reportSchema, type SurfaceContract } from '../../../contract/monitor/surface.ts'
import { surfaceSchemaName } from '../../../contract/schemas.ts'
import { assert } from '../../core/assert.ts'
import { sendTagged } from '../answers/send-answer.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Routes of the reports ("surfaces"). */
export const monitorRoutes =
  ({ monitor, publicStatus }: MonitorRouteParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const contract of SURFACES) {
      const isPublic = publicStatus && contract.surface === PUBLIC
      app.get(
        `/${contract.surface}`,
        { config: readableBy(isPublic ? 'PUBLIC' : ANY_ROLE), schema: buildSchema(contract, isPublic) },
        (request, reply) => send(request, reply, getReport(monitor, contract)),
      )
    }
  }

/** Source of the reports. */
export interface MonitorReader {
  find(surface: string): Report | undefined
}

export interface MonitorRouteParts {
  readonly monitor: MonitorReader
  /** True when the public status is available, in short form, without a token. */
  readonly publicStatus: boolean
}

/** The only surface that is partly available without a token. */
const PUBLIC = 'public-status-truth'

const buildSchema = (contract: SurfaceContract, isPublic: boolean) => ({
  tags: ['Monitor'],
  operationId: `get${surfaceSchemaName(contract.surface)}`,
  summary: `Monitor: ${contract.label}`,
  description: `Reports ${contract.question}.`,
  querystring: NoQuery,
  response: {
    200: isPublic ? Type.Union([reportSchema(contract), PublicReport(contract)]) : reportSchema(contract),
    ...problemAnswers(400, 401, 429),
  },
})

const getReport = (monitor: MonitorReader, { surface }: SurfaceContract): Report => {
  const report = monitor.find(surface)
  assert(report, `the surface ${surface} must exist`)
  return report
}

const send = (request: FastifyRequest, reply: FastifyReply, report: Report): void =>
  sendTagged(request, reply, {
    etag: `"${report.snapshotId}${request.principal ? '' : '.public'}"`,
    body: () => JSON.stringify(request.principal ? report : inShort(report)),
  })

const inShort = (report: Report) => {
  const { surface, schemaVersion, mutationAuthority, verdict, severity, summary, reasons, generatedAt } = report
  return { surface, schemaVersion, mutationAuthority, verdict, severity, summary, reasons, generatedAt }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Returns the metrics in the Prometheus text format. */
export type ReadMetrics = () => string | Promise<string>

/** Metrics of the monitor, for Prometheus. */
export const metricsRoutes =
  (metrics: ReadMetrics): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/metrics',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags: ['Monitor'],
          operationId: 'getMetrics',
          summary: 'Get metrics in the Prometheus text format',
          description: 'Values come from the same snapshot as the monitor surfaces. Read-only.',
          produces: [CONTENT_TYPE],
          response: { 200: Type.String(), ...problemAnswers(401, 429) },
        },
      },
      async (_request, reply) => {
        const text = await metrics()
        return reply.header('content-type', CONTENT_TYPE).header('cache-control', 'no-store').send(text)
      },
    )
  }
