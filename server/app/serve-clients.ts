import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import type { Config } from '../config/config.ts'
import type { AuditTrail } from '../engine/model/ports.ts'
import { answerProblem } from '../http/connections/open-server.ts'
import type { BuiltConsole } from '../http/routes/console.ts'
import { createHttpServer, type HttpParts } from '../http/server.ts'
import { COMMAND, PROJECT_ROOT, VERSION } from '../project.ts'
import { openChannels } from '../ws/channels/index.ts'
import type { MonitorReader } from '../ws/channels/surface-source.ts'
import { createStream, type Stream } from '../ws/stream.ts'
import { isStreamRequest } from '../ws/upgrade-check.ts'
import { identityTrail } from './compare-stores.ts'
import { CONSOLE_DIRECTORY, loadConsole } from './console.ts'
import { resolveNetwork } from './network-settings.ts'

/** Opens REST API, console, documentation and stream for clients, on one HTTP server that does not listen yet. */
export const serveClients = async (parts: ClientParts): Promise<ClientServers> => {
  const built = await findConsole(parts.logger)
  const http = await openHttp(parts, built)
  return { http, stream: openStream(parts, http), built }
}

/** Opens routes and stream of another account on the port of the first one; closes them with its resources. */
export const serveFurtherClients = async (
  parts: ClientParts & { readonly resources: AsyncDisposableStack },
  { http: owner, stream: shared, built }: ClientServers,
): Promise<Pick<Stream, 'onFacts'>> => {
  const { account, accounts, resources } = parts
  const http = resources.adopt(await openHttp(parts, built, owner), (opened) => opened.close())
  await http.ready()
  const stream = resources.adopt(shared.openAccount(account, openChannels(parts)), (opened) => opened.close())
  resources.defer(accounts.open(account, http.accountRoutes))
  return stream
}

const openHttp = (
  parts: ClientParts,
  console: BuiltConsole | undefined,
  owner?: FastifyInstance,
): Promise<FastifyInstance> =>
  createHttpServer({
    ...parts,
    ...(owner && { owner }),
    audit: parts.identityCommits ? identityTrail(parts.audit, parts.identityCommits) : parts.audit,
    publicStatus: parts.config.publicStatus,
    publicBase: parts.config.publicUrl ?? '',
    network: resolveNetwork(parts.config),
    takesUpgrade: isStreamRequest,
    version: VERSION,
    hostCommand: COMMAND,
    console,
    documentation: DOCUMENTATION,
  })

/** Components from which clients are served. */
export interface ClientParts
  extends Omit<
    HttpParts,
    | 'publicStatus'
    | 'publicBase'
    | 'network'
    | 'takesUpgrade'
    | 'version'
    | 'hostCommand'
    | 'console'
    | 'documentation'
    | 'logger'
    | 'monitor'
    | 'audit'
    | 'owner'
  > {
  readonly config: Config
  readonly logger: Logger
  /** Commits of the users in this data directory, for audit entries; undefined when the users are elsewhere. */
  readonly identityCommits?: StoreCommits
  readonly monitor: MonitorReader
  /** Destination of access events. */
  readonly audit: Pick<AuditTrail, 'append'>
  /** Identifies this run of the process to clients of the stream. */
  readonly runId: string
}

/** The REST server, not listening yet, and the stream on its port. */
export interface ClientServers {
  readonly http: FastifyInstance
  readonly stream: Stream
  /** The web console; undefined when it is not built. */
  readonly built: BuiltConsole | undefined
}

/** Opens the stream, which handles the upgrades of the REST server and is closed before it. */
const openStream = (parts: ClientParts, http: FastifyInstance): Stream => {
  const { account, identity, now, monotonic, runId, logger } = parts
  const stream = createStream({
    account,
    identity,
    channels: openChannels(parts),
    epoch: runId,
    now,
    monotonic,
    publicBase: () => http.publicBase,
    network: http.network,
    refuse: (socket, refusal) => answerProblem(http, socket, refusal),
    onFault: (channel, err) =>
      logger.error({ err, channel }, 'a channel of the stream failed; its subscribers were disconnected'),
  })
  stream.listen(http.server)
  http.addHook('preClose', stream.close)
  return stream
}

/** Output of `npm run docs`. */
const DOCUMENTATION = join(PROJECT_ROOT, 'docs', 'dist')

/** Opens the console; omitted if it cannot be read, because trading does not need it. */
const findConsole = (logger: Logger) =>
  loadConsole(CONSOLE_DIRECTORY).catch((err: unknown) => {
    logger.error({ err }, 'the console cannot be read')
    return undefined
  })
