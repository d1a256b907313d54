import type { Logger } from 'pino'
import { rolesWith } from '../../contract/roles.ts'
import { unlessAway } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { StopInput } from '../engine/desks/control-desk.ts'
import type { StopOrder } from '../engine/model/events.ts'
import type { Clock } from '../engine/model/ports.ts'
import { engageSwitch } from '../engine/state/stop-switch.ts'
import { engineMetricsText } from '../monitor/metrics/metrics-text.ts'
import type { PublicationKind } from '../scaled/ports.ts'
import { printPublishedState } from '../scaled/published-state.ts'
import { answerRequests } from '../scaled/remote-desk.ts'
import { serveRequests } from '../scaled/serve-requests.ts'
import { summariseAccount } from '../views/fleet-view.ts'
import type { OpenControl } from './control.ts'
import { printReports } from './engine-reports.ts'
import type { Books } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { OpenMonitor } from './monitor.ts'
import { shareAudit } from './share-audit.ts'
import type { ActiveShare } from './shared-store.ts'
import type { ServedViews } from './views.ts'

/** Executes the requests of gateways, and publishes the engine state that is not in the journal. */
export const serveGateways = (shared: ActiveShare, parts: ServeGatewaysParts): void => {
  const { control, served, resources } = parts
  const { requests: inbox, notices, heldLease } = shared
  const desks = {
    instruct: served.desk.instruct,
    stop(input: StopInput, stop: StopOrder) {
      engageSwitch(control.stopSwitch, stop)
      return control.desk.stop(input)
    },
    pause: control.desk.pause,
  }
  const traders: readonly string[] = rolesWith('trade')
  const carryOut = answerRequests({
    desks,
    mayTrade: (roles) => roles.some((role) => traders.includes(role)),
    newestBatch: () => parts.books.writer.newestBatch?.(),
  })
  resources.defer(serveRequests({ inbox, notices, epoch: heldLease.epoch, carryOut }))
  resources.defer(publishState(shared, parts))
  resources.defer(every(SECOND_MS, reportSummary(shared, parts)))
  shareAudit({ ...parts, copies: shared.audit, state: control.audit.state })
}

interface ServeGatewaysParts {
  readonly books: Books
  readonly control: OpenControl
  readonly served: Pick<ServedViews, 'desk' | 'trading'>
  readonly exchange: Pick<Exchange, 'troubles' | 'brackets' | 'source'>
  readonly monitor: Pick<OpenMonitor, 'reports'>
  readonly clock: Clock
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

const PICTURE_EVERY_MS = 250

/** Number of published states for each set of reports, which is larger. */
const PICTURES_PER_REPORTS = 4

/** Publishes the state of the engine while there are gateways; the returned function stops it. */
const publishState = (
  { requests, publications, notices, heldLease }: ActiveShare,
  { books, control, exchange, monitor }: ServeGatewaysParts,
): (() => void) => {
  let hasGateways = false
  let count = 0

  const publish = async (kind: PublicationKind, body: string): Promise<void> => {
    await publications.publish(kind, heldLease.epoch, body)
    notices.send('pictures')
  }

  const show = async (): Promise<void> => {
    const withReports = count++ % PICTURES_PER_REPORTS === 0
    if (withReports) hasGateways = await requests.hasGateways()
    if (!hasGateways) return
    await publish(
      'engine',
      printPublishedState(toPublishedState({ books, control, exchange, isHeld: heldLease.held() })),
    )
    if (!withReports) return
    const reports = monitor.reports()
    await publish('reports', printReports({ reports: reports.all(), metrics: engineMetricsText(reports) }))
  }

  const showSoon = oneAtATime(show)
  return every(PICTURE_EVERY_MS, () => void showSoon().catch(unlessAway))
}

/** Returns a function that adds the summary of this account to the overview of all accounts. */
const reportSummary =
  (
    { account, fleet, heldLease, bus }: ActiveShare,
    { books, served, monitor, clock }: ServeGatewaysParts,
  ): (() => void) =>
  () => {
    const nowMs = clock()
    const summary = summariseAccount({
      ...{ state: books.state, trading: served.trading, reports: monitor.reports(), nowMs },
      bus: bus.standing(),
    })
    void fleet.report(account, heldLease.epoch, summary).catch(unlessAway)
  }

type PublishedStateParts = Pick<ServeGatewaysParts, 'books' | 'control' | 'exchange'> & { readonly isHeld: boolean }

const toPublishedState = ({ books, control: { memory }, exchange, isHeld }: PublishedStateParts) => ({
  session: books.state.session,
  past: books.state.signals.past,
  memory: { failure: memory.failure, spools: memory.spools, heldAudit: memory.heldAudit },
  isHeld,
  troubles: exchange.troubles(),
  brackets: new Map(exchange.source.instruments.map(({ symbol }) => [symbol, exchange.brackets(symbol)])),
})
