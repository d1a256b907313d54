/**
 * Interfaces of a server to the outside: monitor, messenger, live trading and, opened later, REST server and stream;
 * also the readiness of the server.
 */

import type { Logger } from 'pino'
import type { Readiness } from '../../contract/probes.ts'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { verifyAudit } from '../adapters/store/audit/verify.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import { stateName } from '../config/market.ts'
import type { MakeId } from '../core/id.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { FleetEntry } from '../engine/model/fleet.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { createAccountTable } from '../http/accounts.ts'
import { createAnswerTally, type HttpFace } from '../http/http-face.ts'
import type { Quotas } from '../http/security/quotas.ts'
import type { Identity } from '../identity/identity.ts'
import { metricsText } from '../monitor/metrics/metrics-text.ts'
import { summariseAccount } from '../views/fleet-view.ts'
import type { LogReader } from '../views/log-view.ts'
import type { Stream } from '../ws/stream.ts'
import type { OpenControl } from './control.ts'
import type { Books } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'
import { openGoLive, openPractice } from './go-live.ts'
import { createHostSources } from './host-evidence.ts'
import { openMessenger } from './messenger.ts'
import { type OpenMonitor, openMonitor } from './monitor.ts'
import { onceTrue } from './once-true.ts'
import { openResearchDesk } from './research/open-research-desk.ts'
import { type ClientServers, serveClients } from './serve-clients.ts'
import type { ServedViews } from './views.ts'

/**
 * Creates the interfaces to the outside: monitor, messenger and host commands; the REST server is opened separately.
 */
export const openServers = (parts: ServerParts) => {
  const { config, logger, books, control, limits, exchange, served, ids, clock, runId, resources } = parts
  const common = { clock, ids, limits, logger, resources }
  const messenger = openMessenger({ ...common, config: config.messenger })
  const goLive = openGoLive({
    ...common,
    dataDir: config.dataDir,
    exchange: config.market.kind === 'exchange' ? config.market : null,
    market: exchange.source.market,
    keys: openKeyring(config.dataDir),
    submit: parts.inbox.submit,
    now: clock,
  })
  const tally = createAnswerTally()
  const server: { face?: HttpFace; stream?: Stream } = {}
  const monitor = openMonitor({
    ...common,
    books,
    control,
    controlViews: served.controlViews,
    trades: served.trades,
    exchange,
    runId,
    messenger: messenger.truth,
    httpAnswers: tally.read,
    streamStanding: () => server.stream?.standing(),
    host: createHostSources({ ...parts, keys: keysIn(config), verifyAudit, http: () => server.face }),
    goLive,
    practice: openPractice(config.market, goLive.checks, parts),
  })
  const isReady = () => getReadiness({ marketObserved: served.views.isMarketObserved(), state: books.state })
  const openClients = async (): Promise<ClientServers> => {
    const clients = await serveClients({
      ...parts,
      ...served,
      now: clock,
      control: control.desk,
      audit: control.audit,
      auditLog: control.audit,
      answers: books.store.trading,
      monitor,
      readFleet: async () => [ownEntry(parts, monitor)],
      ...{ account: OWN_ACCOUNT, accounts: createAccountTable([OWN_ACCOUNT]), inFleet: false },
      research: openResearch(parts),
      metrics: () => metricsText(monitor.reports()),
      tally,
      readiness: isReady,
    })
    Object.assign(server, { face: clients.http.face, stream: clients.stream })
    return clients
  }
  const ready = whenReady(isReady, resources)
  monitor.begin(ready)
  return {
    messenger,
    goLive,
    monitor,
    ready,
    openClients,
    onFacts(facts: readonly Fact[]) {
      monitor.onFacts(facts)
      server.stream?.onFacts(facts)
    },
    isReady: () => isReady().status === 'READY',
  }
}

/** Resolves when the server is ready, or after ten seconds. */
const whenReady = (readiness: () => Readiness, resources: AsyncDisposableStack): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  resources.defer(onceTrue(() => readiness().status === 'READY', resolve))
  return promise
}

/** Name of the account of a server without a shared store. */
const OWN_ACCOUNT = 'main'

/** Returns the only account of a store that is not shared. */
const ownEntry = (
  { config, books, control, served, clock }: ServerParts,
  monitor: Pick<OpenMonitor, 'reports'>,
): FleetEntry => ({
  account: OWN_ACCOUNT,
  market: stateName(config.market),
  epoch: books.state.session.epoch,
  host: 'local',
  report: {
    summary: summariseAccount({
      state: books.state,
      trading: served.trading,
      reports: monitor.reports(),
      nowMs: clock(),
      bus: null,
    }),
    ageMs: 0,
  },
  stop: books.state.ledger.latch ?? control.stopSwitch.engaged,
  standbys: [],
  gateways: [],
})

/** Components that the servers expose. */
export interface ServerParts {
  readonly config: Config
  readonly logger: Logger
  readonly logs: LogReader
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
  /** Priority of the processes of research jobs. */
  readonly jobNiceness: number
  readonly runId: string
  readonly resources: AsyncDisposableStack
}

const openResearch = ({ config, exchange, clock, ...parts }: ServerParts) =>
  openResearchDesk({
    ...parts,
    dataDir: config.dataDir,
    constitution: config.constitutionPath,
    exchange: config.market.kind === 'exchange' ? config.market.id : 'simulated',
    symbols: exchange.source.instruments.map(({ symbol }) => symbol),
    now: clock,
  })

export type Servers = ReturnType<typeof openServers>

/** Returns the key files and the names in them, without secrets. */
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
export const getReadiness = ({
  marketObserved,
  state: { session, ledger },
}: {
  readonly marketObserved: boolean
  readonly state: Pick<EngineState, 'session' | 'ledger'>
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
