import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Readiness } from '../../contract/probes.ts'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { verifyAudit } from '../adapters/store/audit/verify.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import type { MakeId } from '../core/id.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { Monitor } from '../evidence/open-evidence.ts'
import { answerProblem } from '../http/connections/open-server.ts'
import { type AnswerTally, createAnswerTally, type HttpFace } from '../http/http-face.ts'
import type { BuiltConsole } from '../http/routes/console.ts'
import type { Quotas } from '../http/security/quotas.ts'
import { createHttpServer } from '../http/server.ts'
import type { Identity } from '../identity/identity.ts'
import { metricsText } from '../monitor/metrics/metrics-text.ts'
import { PROJECT_ROOT, VERSION } from '../project.ts'
import { openChannels } from '../ws/channels/index.ts'
import { createStream, type Stream } from '../ws/stream.ts'
import { isStreamRequest } from '../ws/upgrade-check.ts'
import { identityTrail } from './compare-stores.ts'
import { CONSOLE_DIRECTORY, loadConsole } from './console.ts'
import type { OpenControl } from './control.ts'
import type { Books } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'
import { openGoLive, openPractice } from './go-live.ts'
import { createHostSources } from './host-evidence.ts'
import { openMessenger } from './messenger.ts'
import { openMonitor } from './monitor.ts'
import { openNetwork } from './network.ts'
import type { ServedViews } from './views.ts'

/** Components that the servers expose. */
export interface ServerParts {
  readonly config: Config
  readonly logger: Logger
  readonly quotas: Quotas
  readonly books: Books
  readonly control: OpenControl
  readonly identity: Identity
  readonly identityCommits: StoreCommits
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly served: ServedViews
  readonly inbox: Inbox
  readonly ids: MakeId
  readonly clock: Clock
  readonly monotonic: () => number
  readonly runId: string
  readonly resources: AsyncDisposableStack
}

/** Creates the interfaces to the outside: monitor, messenger, host commands and the REST server. */
export const openServers = async (parts: ServerParts) => {
  const { config, logger, books, control, identity, limits, exchange, served, inbox, ids, clock, runId, resources } =
    parts
  const { market } = config
  const { digestEveryMs } = limits.constitution.monitor
  const common = { clock, ids, logger, resources }
  const messenger = openMessenger({ ...common, config: config.messenger, digestEveryMs })
  const goLive = openGoLive({
    dataDir: config.dataDir,
    limits,
    exchangeId: market.kind === 'exchange' ? market.id : null,
    submit: inbox.submit,
    ids,
    now: clock,
  })
  const tally = createAnswerTally()
  const server: { face?: HttpFace; stream?: Stream } = {}
  const monitor = openMonitor({
    ...common,
    books,
    control,
    controlViews: served.controlViews,
    limits,
    exchange,
    runId,
    messenger: messenger.truth,
    httpAnswers: tally.read,
    streamStanding: () => server.stream?.standing(),
    host: createHostSources({ config, identity, exchange, keys: keysIn(config), verifyAudit, http: () => server.face }),
    goLive,
    practice: openPractice(market, goLive.checks, parts),
  })
  const isReady = () => getReadiness({ marketObserved: served.views.isMarketObserved(), state: books.state })
  const built = await findConsole(logger)
  const http = await serveHttp(parts, { monitor, tally, readiness: isReady, built })
  server.face = http.face
  const stream = openStream(parts, { http, monitor })
  server.stream = stream
  return {
    messenger,
    goLive,
    monitor,
    http,
    stream,
    hasConsole: built !== undefined,
    isReady: () => isReady().status === 'READY',
  }
}

export type Servers = Awaited<ReturnType<typeof openServers>>

interface HttpSide {
  readonly monitor: Monitor
  readonly tally: AnswerTally
  readonly readiness: () => ReturnType<typeof getReadiness>
  /** The console, where one has been built. */
  readonly built: BuiltConsole | undefined
}

interface StreamSide {
  readonly http: FastifyInstance
  readonly monitor: Monitor
}

/** Opens the stream, which handles the upgrades of the REST server and is closed before it. */
const openStream = (
  { identity, served, clock, monotonic, runId, logger }: ServerParts,
  { http, monitor }: StreamSide,
): Stream => {
  const stream = createStream({
    identity,
    channels: openChannels({ ...served, monitor }),
    epoch: runId,
    now: clock,
    monotonic,
    publicBase: () => http.publicBase,
    network: http.network,
    refuse: (socket, refusal) => answerProblem(http, socket, refusal),
    onFault: (channel, err) =>
      logger.error({ err, channel }, 'a channel of the stream failed; its readers were cut off'),
  })
  stream.listen(http.server)
  http.addHook('preClose', stream.close)
  return stream
}

const serveHttp = (parts: ServerParts, { monitor, tally, readiness, built }: HttpSide) => {
  const { config, logger, quotas, books, control, identity, identityCommits, served, ids, clock, monotonic } = parts
  return createHttpServer({
    identity,
    ...served,
    control: control.desk,
    audit: identityTrail(control.audit, identityCommits),
    auditLog: control.audit,
    answers: books.store.trading,
    monitor,
    metrics: () => metricsText(monitor.reports()),
    tally,
    publicStatus: config.publicStatus,
    quotas,
    readiness,
    ids,
    now: clock,
    monotonic,
    logger,
    publicBase: config.publicUrl ?? '',
    network: openNetwork(config),
    takesUpgrade: isStreamRequest,
    version: VERSION,
    console: built,
    documentation: DOCUMENTATION,
  })
}

/** Output of `npm run docs`. */
const DOCUMENTATION = join(PROJECT_ROOT, 'docs', 'dist')

/** Opens the console; one that cannot be read is omitted, as trading does not need it. */
const findConsole = (logger: Logger) =>
  loadConsole(CONSOLE_DIRECTORY).catch((err: unknown) => {
    logger.error({ err }, 'the console cannot be read')
    return undefined
  })

/** The files of keys, without anything secret. */
const keysIn = ({ dataDir }: Config) => {
  const keyring = openKeyring(dataDir)
  const madeAt = (): string[] => {
    const known = keyring.list()
    return known.ok ? known.value.map(({ createdAt }) => createdAt) : []
  }
  return { path: keyring.path, madeAt }
}

/**
 * Returns the readiness of the server: its state is rebuilt and reconciled with the exchange, its decisions are
 * persisted, and market data is current. An emergency stop does not affect it.
 */
const getReadiness = ({
  marketObserved,
  state: { session, ledger },
}: {
  readonly marketObserved: boolean
  readonly state: EngineState
}): Readiness => {
  const reconciled = session.reconciliation.doneAtMs !== null && ledger.control.state !== 'RECONCILING'
  const { storeFailure } = session
  const checks = [
    { name: 'recovered', ok: true, detail: 'The state is rebuilt from the journal.' },
    {
      name: 'reconciled',
      ok: reconciled,
      detail: reconciled ? 'The ledger matches the exchange.' : 'The ledger is being reconciled with the exchange.',
    },
    {
      name: 'store',
      ok: storeFailure === null,
      detail: storeFailure === null ? 'Decisions are stored durably.' : 'Decisions cannot be written to disk.',
    },
    {
      name: 'market',
      ok: marketObserved,
      detail: marketObserved ? 'Market data is received.' : 'No market data has been received yet.',
    },
  ]
  return { status: checks.every(({ ok }) => ok) ? 'READY' : 'NOT_READY', checks }
}
