import { createServer, type IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Readiness } from '../../contract/probes.ts'
import { assert } from '../core/assert.ts'
import { every } from '../core/every.ts'
import type { MakeId } from '../core/id.ts'
import { type Instant, SECOND_MS } from '../core/instant.ts'
import type { ControlDesk } from '../engine/desks/control-desk.ts'
import type { OrderDesk } from '../engine/desks/order-desk.ts'
import type { Identity } from '../identity/identity.ts'
import type { AuditReader } from '../views/audit-view.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { LogReader } from '../views/log-view.ts'
import type { MarketViews } from '../views/market-views.ts'
import type { ReadPerformance } from '../views/performance-view.ts'
import type { SignalViews } from '../views/signal-views.ts'
import type { TradingViews } from '../views/trading-views.ts'
import type { AccountRoutes, AccountTable } from './accounts.ts'
import { createCompression } from './answers/compress-answer.ts'
import { onError, sendProblem } from './answers/problems.ts'
import { createRepeatedReads, type RepeatedReads } from './answers/repeated-reads.ts'
import { createNetwork, type Network, type NetworkSettings } from './connections/network.ts'
import { answerClientError, createPortServer } from './connections/open-server.ts'
import { type AnswerTally, createHttpFace } from './http-face.ts'
import { compilePrinter, compileValidator, isTooDeep } from './input/schemas.ts'
import { toDescribedRoutes } from './openapi/described-routes.ts'
import { createReferenceReader } from './openapi/reference.ts'
import { createRouteTable, type Registered, type RouteTable } from './route-table.ts'
import { accountRoutes } from './routes/account.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { answerUnknownPage, type BuiltConsole, consoleRoutes } from './routes/console.ts'
import { controlRoutes } from './routes/control.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { docsRoutes, problemPageRoutes } from './routes/docs.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { fleetRoutes, type ReadFleet } from './routes/fleet.ts'
import { limitRoutes } from './routes/limits.ts'
import { logRoutes } from './routes/logs.ts'
import { marketRoutes } from './routes/market.ts'
import { type MonitorReader, metricsRoutes, monitorRoutes, type ReadMetrics } from './routes/monitor.ts'
import { orderRoutes } from './routes/orders.ts'
import { ownAccountRoutes } from './routes/own-account.ts'
import { performanceRoutes } from './routes/performance.ts'
import { positionRoutes } from './routes/positions.ts'
import { probeRoutes } from './routes/probes.ts'
import { type ResearchDesk, researchRoutes } from './routes/research.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signalRoutes } from './routes/signals.ts'
import { streamDocsRoutes, streamRoutes } from './routes/stream.ts'
import { type AccessLog, type AccessRecord, createAccessRecord } from './security/access-record.ts'
import { type Admission, type AdmissionParts, createAdmission, createRepeatedAdmission } from './security/admission.ts'
import { checkHost, isProbe } from './security/allowed-hosts.ts'
import { headersAt } from './security/headers.ts'
import { createLimiters, type Limiters, type Quotas, type SharedQuota } from './security/quotas.ts'
import { assertDeclared } from './security/route-access.ts'
import { createVisits, IN_PROCESS } from './security/visits.ts'
import { type AnswerCounts, type AnswerStore, addIdempotency, createAnswerCounts } from './writes/idempotency.ts'
import { recoverAnswer } from './writes/trading-writes.ts'

/** Creates the REST server with all its plug-ins, hooks and groups of routes. */
export const createHttpServer = async (parts: HttpParts): Promise<FastifyInstance> => {
  const { ids } = parts
  const record = createAccessRecord({ ...parts, makeId: () => ids('aud') })
  const { limiters, network } = parts.owner?.shared ?? openShared(parts, () => app.publicBase)
  const visits = createVisits(parts.monotonic)
  const admissionParts: AdmissionParts = {
    ...{ identity: parts.identity, account: parts.account, accounts: parts.accounts, isCurrent: parts.isCurrent },
    limiters,
    visits,
    onKnown: ({ socket }) => network.connections.markKnown(socket),
    onControlRefused: record.noteControl,
  }
  const admission = createAdmission(admissionParts)
  const repeatedReads = createRepeatedReads({
    admit: createRepeatedAdmission(admissionParts),
    isForeign: (request) => network.hostFault(request) !== undefined,
    tally: parts.tally,
    now: parts.now,
  })
  const app = createApp(parts, { network, admission, repeatedReads })
  const table = createRouteTable()
  const counts = createAnswerCounts(parts.monotonic)
  app.decorate('face', createHttpFace({ app, routes: table.routes, limiters, visits, answers: counts }))
  const { owner } = parts
  app.decorate('publicBase', owner ? { getter: () => owner.publicBase } : parts.publicBase)
  app.decorate('network', network)
  app.decorate('shared', { limiters, network })
  app.decorate('repeatedReads', repeatedReads)
  app.decorate('requestId', () => ids('req'))
  app.decorateRequest('principal', null)
  const refuseMethod = answerNoRoute(table)
  app.addHook('onRoute', (route) => {
    assertDeclared(route)
    table.add(route)
    if (route.url.includes(':')) route.preParsing = [route.preParsing ?? [], refuseLiteral(table, refuseMethod)].flat()
  })
  addHooks(app, parts, { admission, record, counts })
  app.setNotFoundHandler(refuseMethod)
  app.addHook('preParsing', (request, reply, _payload, done) => (request.is404 ? refuseMethod(request, reply) : done()))

  await registerRoutes(app, parts, { limiters, record, routes: table.routes })
  writeCounts(app, record)
  if (!owner) {
    sweepConnections(app)
    parts.accounts.open(parts.account, app.accountRoutes)
  }
  return app
}

/** What the routes of all accounts of a server share. */
interface Shared {
  readonly limiters: Limiters
  readonly network: Network
}

declare module 'fastify' {
  interface FastifyInstance {
    shared: Shared
    /** The routes of this account, for `AccountTable`. */
    accountRoutes: AccountRoutes
  }
}

const openShared = (parts: HttpParts, publicBase: () => string): Shared => ({
  limiters: createLimiters(parts.quotas, parts.monotonic, parts.sharedQuota),
  network: createNetwork({ ...parts.network, publicBase, monotonic: parts.monotonic }),
})

export interface HttpParts {
  /** Account that these routes serve. */
  readonly account: string
  readonly accounts: AccountTable
  /** Server on whose port these routes are; undefined for the first account, whose server has a port of its own. */
  readonly owner?: FastifyInstance
  /** Returns false while the account is not followed yet; then only restricting requests are accepted. */
  readonly isCurrent?: () => boolean
  readonly identity: Identity
  readonly views: MarketViews
  readonly trading: TradingViews
  readonly performance: ReadPerformance
  readonly signals: SignalViews
  readonly desk: OrderDesk
  readonly control: ControlDesk
  readonly controlViews: ControlViews
  readonly readFleet: ReadFleet
  /** True when other accounts may share the store of this server. */
  readonly inFleet: boolean
  /** How `plimsoll` is typed on the host. */
  readonly hostCommand: string
  readonly monitor: MonitorReader
  /** Backtest runs and jobs; undefined on a server without research. */
  readonly research: ResearchDesk | undefined
  /** Metrics of the monitor, for Prometheus. */
  readonly metrics: ReadMetrics
  /** Counts of the responses. */
  readonly tally: AnswerTally
  /** True when the public status is available, in short form, without a token. */
  readonly publicStatus: boolean
  /** Destinations of access events. */
  readonly audit: AccessLog
  readonly auditLog: AuditReader
  readonly logs: LogReader
  /** Store of the responses to requests with an `Idempotency-Key`. */
  readonly answers: AnswerStore
  readonly quotas: Quotas
  /** Counts requests of users together with other servers; undefined for a single server. */
  readonly sharedQuota?: SharedQuota
  readonly readiness: () => Readiness
  readonly ids: MakeId
  readonly now: () => Instant
  /** Monotonic clock, for rate limits. */
  readonly monotonic: () => number
  readonly logger: FastifyBaseLogger
  readonly publicBase: string
  readonly network: NetworkSettings
  /** Returns whether an upgrade request is accepted; any other gets a normal response. */
  readonly takesUpgrade: (request: IncomingMessage) => boolean
  readonly version: string
  /** Built web console; undefined when there is none. */
  readonly console: BuiltConsole | undefined
  /** Directory of the built documentation. */
  readonly documentation: string
}

const BODY_MAX_BYTES = 64 * 1024
/** Longer than any request line: an invalid parameter is reported by the schema, not by the router. */
const PARAMETER_MAX = 16 * 1024
/** Time during shutdown in which responses on open connections announce that they must not be reused. */
const DRAIN_MS = 250

interface Entrance {
  readonly network: Network
  readonly admission: Admission
  readonly repeatedReads: RepeatedReads
}

const createApp = (parts: HttpParts, { network, admission, repeatedReads }: Entrance): FastifyInstance => {
  const { identity, network: settings } = parts
  let accountRoutes: AccountRoutes | undefined
  const app: FastifyInstance = Fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handle) => {
      accountRoutes = { handle, repeatedReads }
      if (parts.owner) return createServer()
      const { connections: table } = network
      return createPortServer({
        ...parts,
        choose: parts.accounts.choose,
        table,
        recall: identity.recall,
        tls: settings.tls,
      })
    },
    clientErrorHandler: (error, socket) => answerClientError(app, error, socket),
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: BODY_MAX_BYTES,
    genReqId: () => '',
    childLoggerFactory: (logger) => logger,
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headersAt(request.url, app.publicBase))
      admission(request, reply, () =>
        sendProblem(reply, 'malformed-request', { detail: 'The address cannot be decoded.' }),
      )
    },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAMETER_MAX },
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compilePrinter)
  app.setErrorHandler(onError)
  assert(accountRoutes, 'Fastify must create its server immediately')
  app.decorate('accountRoutes', accountRoutes)
  return app
}

interface Hooks {
  readonly admission: Admission
  readonly record: AccessRecord
  readonly counts: AnswerCounts
}

const addHooks = (app: FastifyInstance, parts: HttpParts, { admission, record, counts }: Hooks): void => {
  app.addHook('onRequest', beginAnswer(app))
  app.addHook('onRequest', checkHost)
  if (parts.console) app.addHook('onRequest', answerUnknownPage(parts.console))
  app.addHook('onRequest', admission)
  app.addHook('onSend', createCompression())
  addIdempotency(app, { ...parts, recoverAnswer: recoverAnswer({ ...parts, server: app }), counts })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.ip !== IN_PROCESS && !isProbe(request)) parts.tally.note(reply.statusCode)
    record.noteAnswer(request, reply)
    done(null, payload)
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (!isTooDeep(request.body)) return done()
    sendProblem(reply, 'malformed-request', { detail: 'The JSON is nested deeper than 16 levels.' })
  })
}

type Refuse = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Returns 405 with the methods of the address, or 404. Runs before the body is parsed, so that no body changes the
 * problem.
 */
const answerNoRoute =
  (table: RouteTable): Refuse =>
  (request, reply) => {
    const methods = table.listMethods(toPath(request))
    if (methods.length === 0) return sendProblem(reply, 'not-found', { detail: 'There is nothing at this address.' })
    reply.header('allow', methods.join(', '))
    return sendProblem(reply, 'method-not-allowed', { detail: `${request.method} is not allowed here.` })
  }

/** Refuses a parameterised route for an address that exists literally for other methods. */
const refuseLiteral =
  (table: RouteTable, refuse: Refuse) =>
  (request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void =>
    table.isLiteral(toPath(request)) ? refuse(request, reply) : done()

const toPath = ({ url }: FastifyRequest): string => url.split('?')[0]?.replace(/(?<=.)\/$/, '') ?? ''

interface RouteParts {
  readonly limiters: Limiters
  readonly record: AccessRecord
  readonly routes: readonly Registered[]
}

const registerRoutes = async (
  app: FastifyInstance,
  parts: HttpParts,
  { limiters, record, routes }: RouteParts,
): Promise<void> => {
  const { identity, views, trading, desk, ids, now } = parts
  const readReference = createReferenceReader(() => ({
    routes: toDescribedRoutes(routes),
    publicBase: app.publicBase,
    version: parts.version,
  }))
  await app.register(docsRoutes(readReference))
  await app.register(consoleRoutes(parts.console))
  await app.register(documentationRoutes(parts.documentation))
  await app.register(streamDocsRoutes(readReference))
  await app.register(problemPageRoutes)
  await app.register(streamRoutes)
  await app.register(probeRoutes({ readiness: parts.readiness, jwks: identity.jwks }))
  const { inFleet, hostCommand } = parts
  await app.register(authRoutes({ identity, limiters, record, inFleet, hostCommand }), { prefix: '/api/auth' })
  await app.register(sessionRoutes({ identity, now, record }), { prefix: '/api/auth' })
  await app.register(ownAccountRoutes({ identity, record }), { prefix: '/api/auth' })
  await app.register(marketRoutes(views, now), { prefix: '/api/v381/market' })
  const writes = { server: app, trading, desk, ids }
  await app.register(orderRoutes(writes), { prefix: '/api/v381/trading' })
  await app.register(positionRoutes(writes), { prefix: '/api/v381/trading' })
  await app.register(accountRoutes(trading), { prefix: '/api/v381/account' })
  await app.register(performanceRoutes(parts.performance), { prefix: '/api/v381/account' })
  await app.register(limitRoutes(parts.controlViews), { prefix: '/api/v381/account' })
  await app.register(signalRoutes(parts.signals), { prefix: '/api/v381/signals' })
  await app.register(researchRoutes(parts.research), { prefix: '/api/v381/research' })
  await app.register(decisionRoutes(parts.signals), { prefix: '/api/autotrading' })
  await app.register(controlRoutes({ control: parts.control, views: parts.controlViews }), { prefix: '/api' })
  await app.register(fleetRoutes(parts), { prefix: '/api' })
  await app.register(monitorRoutes(parts), { prefix: '/api/monitor' })
  await app.register(metricsRoutes(parts.metrics))
  await app.register(auditRoutes(parts.auditLog, identity, now), { prefix: '/api' })
  await app.register(logRoutes(parts.logs, now), { prefix: '/api' })
}

/** Writes counts at the end of their minute, and the last ones when the server closes. */
const writeCounts = (app: FastifyInstance, record: AccessRecord): void => {
  const stopWriting = every(SECOND_MS, record.writeDue)
  app.addHook('onClose', async () => {
    stopWriting()
    await record.flush()
  })
}

const sweepConnections = (app: FastifyInstance): void => {
  const stopSweeping = every(SECOND_MS, () => app.network.connections.sweep())
  app.addHook('onClose', (_app, done) => {
    stopSweeping()
    done()
  })
}

/**
 * Sets the headers of every response, and refuses requests on open connections during shutdown. Restricting calls pass
 * as long as there is a connection.
 */
const beginAnswer = (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    app.repeatedReads.close()
    setTimeout(done, DRAIN_MS)
  })
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(headersAt(request.url, app.publicBase))
    if (!closing) return done()
    reply.header('connection', 'close')
    if (request.routeOptions?.config?.effect === 'CONTROL_RESTRICT') return done()
    sendProblem(reply, 'shutting-down', { detail: 'The server is shutting down.', retryAfterSec: 5 })
  }
}
