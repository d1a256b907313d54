/**
 * State of the engine for one market and mode: opens its stores and writers, recovers the ledger from the journal,
 * connects the exchange's venue, and provides the data of the trading views.
 */

import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import {
  createLoggedWriter,
  type LoggedWriter,
  type LoggedWriterParts,
} from '../adapters/store/postgres/logged-writer.ts'
import { openEvidenceStore } from '../adapters/store/sqlite/evidence-store.ts'
import { type EngineStore, engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { readingDatabase } from '../adapters/store/sqlite/store-error.ts'
import {
  FACTS_UNTIL_NEW,
  type LedgerSnapshot,
  readSnapshot,
  writeSnapshot,
} from '../adapters/store/upkeep/ledger-snapshot.ts'
import { openStoreWriter, type StoreWriter } from '../adapters/store/writer/store-writer.ts'
import type { Config } from '../config/config.ts'
import { stateName } from '../config/market.ts'
import { collectCalls } from '../core/collect-calls.ts'
import { StartError } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import type { PastRun } from '../domain/control/continuity.ts'
import { restorePlugIns } from '../engine/autotrading/plug-ins.ts'
import type { Decision, Fact } from '../engine/model/facts.ts'
import type { Clock, ExecutionVenue, Lease, MarketSource, StrategyHost } from '../engine/model/ports.ts'
import { type RecoverParts, recover } from '../engine/run/recover.ts'
import { notingRuns } from '../engine/state/control-state.ts'
import { applyFact, copyLedger, type Ledger } from '../engine/state/ledger.ts'
import { isLedgerFact } from '../engine/state/ledger-facts.ts'
import type { EngineState, Rules } from '../engine/state/turn.ts'
import { buildDigest, foldDigest } from '../evidence/host/build.ts'
import type { EvidenceStore } from '../evidence/ports.ts'
import { type EvidenceRecord, openEvidenceRecord } from '../evidence/records/evidence-record.ts'
import { noteProtectedInJournal } from '../evidence/records/protection-journal.ts'
import { createProtectionRecord, type ProtectionRecord } from '../evidence/records/protection-record.ts'
import { liquidationSection, marketSection, protectionSection } from '../evidence/records/sections.ts'
import { PROJECT_ROOT } from '../project.ts'
import { createRetryingLog } from '../scaled/retrying-log.ts'
import type { TradingStore } from '../views/ports.ts'
import type { TradingReader } from '../views/trading-reader.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { ActiveShare } from './shared-store.ts'

/** Stores, state and venue of the engine for one market and mode. */
export interface Books {
  readonly store: EngineStore
  /** Writes the journal of the store, and the audit log. Its thread starts while the state is recovered. */
  readonly writer: StoreWriter & Partial<Pick<LoggedWriter, 'copied' | 'newestBatch'>>
  readonly state: EngineState
  /** State visible to clients: its ledger is the fold of the durable facts. */
  readonly published: EngineState
  /** Folds durable facts into the published ledger. */
  publish(facts: readonly Fact[]): void
  /** Finds a decision; the newest are found without reading the store. */
  readonly findDecision: TradingStore['findDecision']
  readonly venue: ExecutionVenue
  /** Earlier runs, oldest first. */
  readonly past: readonly PastRun[]
  /** Directory of this market and mode. */
  readonly directory: string
  /** Digest of the program, and of the part of it that derives the ledger from the journal. */
  readonly build: string
  readonly fold: string
  /** Evidence measured over days. Damage to it does not prevent a start. */
  readonly evidence: EvidenceRecord
  /** Part of the evidence that includes every fact of the journal. */
  readonly protection: ProtectionRecord
}

/** A journal in a shared store. */
export interface SharedJournal {
  readonly store: ActiveShare
  /** As in `LoggedWriterParts`. */
  readonly onStop: LoggedWriterParts['onStop']
  readonly monotonic: () => number
}

interface BooksParts {
  readonly config: Config
  readonly rules: Rules
  readonly lease: Lease
  /** Plug-in strategies, if any. */
  readonly strategies?: Pick<StrategyHost, 'publish'>
  readonly clock: Clock
  readonly resources: AsyncDisposableStack
  /** Shared store that contains the journal, if any. */
  readonly shared?: SharedJournal | undefined
  /** As in `openStoreWriter`. */
  readonly writerThread?: Worker | undefined
}

export const openBooks = async (
  { source, openVenue }: Pick<Exchange, 'source' | 'openVenue'>,
  { config, rules, lease, strategies, clock, resources, shared, writerThread: thread }: BooksParts,
): Promise<Books> => {
  const { dataDir } = config
  const stateDirectory = stateName(config.market)
  const directory = join(dataDir, stateDirectory)
  const store = resources.adopt(openEngineStore(directory), (opened) => opened.close())
  const { candles, signals: past } = store
  const fold = foldDigest(PROJECT_ROOT)
  const snapshotParts = { directory, journal: store.journal, fold }
  const snapshot = readingDatabase(engineStorePath(directory), () => readSnapshot(snapshotParts))
  const { runs } = snapshot
  const nowMs = clock()
  const openingWriter = openStoreWriter({
    ...{ dataDir, state: stateDirectory, durability: shared && 'NORMAL', clock, thread },
    onCommitted: store.noteCommit,
  })
  resources.defer(() => openingWriter.then((opened) => opened.close()).catch(() => {}))
  const evidenceStore = resources.adopt(openEvidenceStore(directory), (opened) => opened.close())
  const { evidence, protection, journal } = openEvidence({
    ...{ directory, evidenceStore, snapshot, nowMs },
    journal: store.journal,
  })
  const resumeMarket: RecoverParts['resumeMarket'] = (market, entry) => {
    evidence.attach(marketSection(market, entry))
    evidence.attach(liquidationSection(market, entry))
  }
  const state = readingDatabase(engineStorePath(directory), () => {
    const recovered = recover({
      journal,
      snapshot,
      candles,
      past,
      source,
      rules,
      lease,
      nowMs,
      resumeMarket,
      defersPast: true,
    })
    if (strategies && source.resumes) restorePlugIns(recovered, { candles, past, nowMs }, strategies)
    return recovered
  })
  refuseOtherMarket(config, state.ledger.market, source)
  const ownWriter = await openingWriter
  const writer: Books['writer'] = shared ? await logged(ownWriter, stateDirectory, shared) : ownWriter
  resources.defer(() => writer.copied?.())
  resources.defer(every(MINUTE_MS, () => void writer.checkpoint().catch(() => {})))
  const { venue } = resources.adopt(openVenue(directory, writer.commitVenue), (opened) => opened.close())
  if (store.journal.newest() - snapshot.seq >= FOLDED_MAX) {
    writeSnapshot({ seq: store.journal.newest(), ledger: state.ledger, runs }, snapshotParts)
  }
  const published = { ...state, ledger: copyLedger(state.ledger) }
  return {
    store,
    writer,
    state,
    published,
    ...createPublication(published.ledger, store.trading),
    venue,
    past: runs,
    directory,
    build: buildDigest(PROJECT_ROOT),
    fold,
    evidence,
    protection,
  }
}

interface EvidenceParts {
  readonly directory: string
  readonly evidenceStore: EvidenceStore
  readonly journal: EngineStore['journal']
  readonly snapshot: LedgerSnapshot
  readonly nowMs: Instant
}

/** Opens the evidence, and the journal so that reading it adds to runs and protection what they do not include. */
const openEvidence = ({ directory, evidenceStore, journal, snapshot, nowMs }: EvidenceParts) => {
  const { runs, ledger } = snapshot
  const hasRunBefore = readingDatabase(engineStorePath(directory), () => journal.newest() > 0)
  const evidence = openEvidenceRecord({ store: evidenceStore, hasRunBefore, nowMs })
  const protection = createProtectionRecord(nowMs)
  evidence.attach(protectionSection(protection))
  const read = (after = 0) =>
    noteProtectedInJournal(notingRuns(journal.read(after), runs), protection, { ledger, after, nowMs })
  return { evidence, protection, journal: { ...journal, read } }
}

/** Number of facts folded at startup above which a snapshot is written, so that the next start need not fold them. */
const FOLDED_MAX = 5 * FACTS_UNTIL_NEW

const createPublication = (ledger: Ledger, trading: TradingStore): Pick<Books, 'publish' | 'findDecision'> => {
  const decisions = new Map<string, Decision>()
  return {
    publish(facts) {
      for (const fact of facts) {
        if (isLedgerFact(fact)) applyFact(ledger, fact)
        if (fact.kind === 'orderDecided') noteDecision(decisions, fact.decision)
      }
    },
    findDecision: (decisionId) => decisions.get(decisionId) ?? trading.findDecision(decisionId),
  }
}

/** Maximum number of decisions in memory, for orders that have just been placed and will be reported shortly. */
const DECISIONS_MAX = 64

const noteDecision = (decisions: Map<string, Decision>, decision: Decision): void => {
  decisions.set(decision.decisionId, decision)
  if (decisions.size <= DECISIONS_MAX) return
  for (const oldest of decisions.keys()) {
    decisions.delete(oldest)
    break
  }
}

/** Returns the writer of an account whose journal is in a shared store. */
const logged = async (
  writer: StoreWriter,
  name: string,
  { store, onStop, monotonic }: SharedJournal,
): Promise<LoggedWriter> => {
  const { logs, heldLease, host, notices } = store
  const announce = collectCalls(ANNOUNCE_AFTER_MS, () => notices.send('log'))
  return createLoggedWriter(writer, {
    name,
    logs: {
      engine: createRetryingLog(logs.engine, { monotonic, pause: setTimeout }),
      exchange: createRetryingLog(logs.exchange, { monotonic, pause: setTimeout }),
    },
    newest: { engine: await logs.engine.newest(), exchange: await logs.exchange.newest() },
    epoch: heldLease.epoch,
    host,
    monotonic,
    onConfirmed(sentAtMs) {
      heldLease.confirm(sentAtMs)
      announce()
    },
    onStop,
  })
}

/**
 * Time after which the processes that follow the log are notified of an append. An order takes several within a few
 * milliseconds: one notification lets each process read, copy and publish them together, and not while the engine still
 * works on the order. A gateway whose caller waits for an answer does not wait for the notification.
 */
const ANNOUNCE_AFTER_MS = 10

/** Returns the data source of the trading views. */
export const tradingReader = ({ published, store }: Pick<Books, 'published' | 'store'>, now: Clock): TradingReader => {
  const { ledger, market, session, rules } = published
  return {
    ledger: () => ledger,
    equityTop: () => session.equityTop,
    market,
    store: store.trading,
    venuePositions: () => session.venuePositions,
    venueReadAtMs: () => session.reconciliation.doneAtMs,
    constitution: rules.constitution,
    brackets: rules.brackets,
    mode: rules.mode,
    reconciliation: () => ({
      status: session.reconciliation.doneAtMs === null ? 'NEVER' : ledger.differences.size > 0 ? 'DIFFERENCES' : 'OK',
      lastAtMs: session.reconciliation.doneAtMs,
      differences: ledger.differences.size,
    }),
    now,
  }
}

/** Candles of two markets are never mixed in one store. */
const refuseOtherMarket = ({ dataDir }: Config, stored: string | null, { market }: MarketSource): void => {
  if (stored === null || stored === market) return
  throw new StartError(
    `The data directory ${dataDir} contains the market '${stored}', and this start specifies '${market}'. ` +
      'Choose another directory with --data-dir, or start that market.',
  )
}
