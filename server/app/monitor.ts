import { uptime } from 'node:os'
import type { Logger } from 'pino'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import { every } from '../core/every.ts'
import type { MakeId } from '../core/id.ts'
import { SECOND_MS, toRfc3339 } from '../core/instant.ts'
import type { RunHashes } from '../domain/control/continuity.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { Clock } from '../engine/model/ports.ts'
import { createTruthRecords, noteFacts } from '../evidence/evidence-records.ts'
import type { TruthSources } from '../evidence/evidence-sources.ts'
import { openProcessFigures } from '../evidence/host/host-state.ts'
import { createMonitor, type Monitor, openTruth, type Truth } from '../evidence/open-evidence.ts'
import { READERS } from '../evidence/readers/index.ts'
import { type EvidenceRecord, SAVED_EVERY_MS } from '../evidence/records/evidence-record.ts'
import type { PracticeRecord } from '../evidence/records/go-live-records.ts'
import { createMarketMemory } from '../evidence/records/market-memory.ts'
import { latencySection, packetSection, readingsSection, statusSection } from '../evidence/records/sections.ts'
import { createVerdictWatch } from '../evidence/records/watch-record.ts'
import type { Messenger } from '../messenger/messenger.ts'
import { SURFACES } from '../monitor/surfaces/index.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { TradeBook } from '../views/trade-book.ts'
import type { OpenControl } from './control.ts'
import { type Books, tradingReader } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { GoLive } from './go-live.ts'

/**
 * Opens the monitor with all its sources: it reports on the running platform every few seconds without changing it, and
 * saves the evidence it has measured.
 */
export const openMonitor = (parts: MonitorParts): OpenMonitor => {
  const { books, control, controlViews, limits, exchange, runId, messenger, clock, ids, logger, resources } = parts
  const { state, store, evidence } = books
  const hashes = { build: books.build, constitution: limits.hash, config: controlViews.configHash() }
  const { records, marketMemory } = openRecords(parts)
  const truth = openTruth({
    sources: {
      state,
      store,
      trading: tradingReader(books, clock),
      trades: parts.trades,
      control: controlViews,
      memory: control.memory,
      audit: () => control.audit.state(),
      constitution: { ...limits, drifts: new Map(), past: books.past, runId },
      marketMemory,
      messenger,
      processFigures: openProcessFigures(clock, resources),
      httpAnswers: parts.httpAnswers,
      streamStanding: parts.streamStanding,
      host: parts.host,
      records,
      evidence,
      exchange: { attachesStops: exchange.attachesStops, triggersStops: exchange.execution === 'paper' },
      readiness: parts.goLive.readiness,
      hashes,
      bootedAtMs: clock(),
      now: clock,
    },
    readers: READERS,
    ids,
    onFailure: (input, err) => logger.warn({ err, input }, 'evidence for the monitor could not be read'),
  })
  const hasFallen = createVerdictWatch()
  const controller = new AbortController()
  const monitor = createMonitor(truth, SURFACES, (made) => {
    parts.goLive.packets.onReport(made.report)
    records.watch.onMade(made)
    const hasNewFault = records.faults.onMade(made)
    if (hasFallen(made) || hasNewFault) void evidence.save(clock())
  })
  const stopReports = every(REPORT_EVERY_MS, () => void monitor.reports().all())
  const end = (): void => {
    controller.abort()
    stopReports()
  }
  resources.defer(end)
  saveEvidence({ evidence, clock, logger, resources })
  const onFacts = (facts: readonly Fact[]): void => {
    if (noteFacts(records, facts, state)) void evidence.save(clock())
    parts.practice?.noteFacts(facts, state)
  }
  return {
    ...monitor,
    latest: truth.latest,
    hashes,
    onFacts,
    begin(ready) {
      truth.begin(ready, controller.signal)
      void ready.then(() => evidence.save(clock()))
    },
    end,
  }
}

export interface MonitorParts {
  readonly books: Books
  readonly control: OpenControl
  readonly controlViews: ControlViews
  readonly trades: TradeBook
  readonly limits: LoadedConstitution
  readonly exchange: Pick<Exchange, 'attachesStops' | 'execution'>
  readonly runId: string
  readonly messenger: Messenger['truth']
  readonly httpAnswers: TruthSources['httpAnswers']
  readonly streamStanding: TruthSources['streamStanding']
  readonly host: TruthSources['host']
  readonly goLive: Pick<GoLive, 'readiness' | 'packets'>
  /** Record of trading at the practice exchange; undefined elsewhere. */
  readonly practice: PracticeRecord | undefined
  readonly clock: Clock
  readonly ids: MakeId
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** The monitor, and its inputs. */
export interface OpenMonitor extends Monitor, Pick<Truth, 'latest'> {
  /** Hashes of the running build and configuration, stored with the run. */
  readonly hashes: RunHashes
  /** Receives every fact that the engine commits. */
  onFacts(facts: readonly Fact[]): void
  /** Starts the reading of evidence, most of it when the server is ready. */
  begin(ready: Promise<void>): void
  /** Ends the reading of evidence, which probes the server. */
  end(): void
}

/** Poll interval, even without readers, because state changes and gate changes are detected by polling. */
const REPORT_EVERY_MS = 5 * SECOND_MS

type RecordsParts = Pick<MonitorParts, 'books' | 'runId' | 'goLive' | 'clock'>

/**
 * Opens the records and restores everything the monitor had measured and found before; the markets themselves and the
 * protection of positions were restored with the ledger.
 */
const openRecords = ({ books, runId, goLive, clock }: RecordsParts) => {
  const { evidence, past, protection, state } = books
  const records = createTruthRecords({
    bootId: runId,
    startedAtMs: clock(),
    hostStartedAtMs: clock() - uptime() * SECOND_MS,
    past,
    ledger: state.ledger,
    mode: state.rules.mode,
    protection,
  })
  const marketMemory = createMarketMemory()
  const sections = [
    statusSection(records.history),
    latencySection(marketMemory),
    packetSection(goLive.packets),
    readingsSection(records.carried, clock),
    records.watch.section,
    records.drills.section,
    records.faults.section,
  ]
  for (const section of sections) evidence.attach(section)
  return { records, marketMemory }
}

interface SaveParts {
  readonly evidence: EvidenceRecord
  readonly clock: Clock
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** Saves the evidence periodically while the platform runs, and once more when it ends. */
const saveEvidence = ({ evidence, clock, logger, resources }: SaveParts): void => {
  const { lost } = evidence.truth()
  if (lost) logger.warn({ since: toRfc3339(lost.atMs), reason: lost.reason }, 'evidence of earlier runs is lost')
  const save = async (): Promise<void> => {
    const before = evidence.truth().failure
    await evidence.save(clock())
    const { failure } = evidence.truth()
    if (failure !== null && failure !== before) logger.warn({ reason: failure }, 'evidence cannot be saved')
  }
  const stopSaving = every(SAVED_EVERY_MS, save)
  resources.defer(() => {
    stopSaving()
    evidence.saveAtOnce(clock())
  })
}
