/** Example messages of the engine, research and monitor channels for the stream documentation. */

import type { AutotradingStatus } from '../../../../contract/control.ts'
import type { Report } from '../../../../contract/monitor/surface.ts'
import type { ResearchJobs } from '../../../../contract/research.ts'
import type { ControlEvent } from '../../../../contract/stream/control-event.ts'
import type { ChannelExample } from './shared-schemas.ts'

const asOf = '2026-11-21T21:33:00.402Z'

const status: AutotradingStatus = {
  state: 'RUNNING',
  stateSince: '2026-11-21T21:31:27.818Z',
  stateReason: { code: 'AUTO_RESUMED', message: 'The ledger matches the exchange, and trading is not paused.' },
  changedBy: { type: 'ENGINE', sub: null, username: null },
  desiredState: 'RUNNING',
  executionMode: 'PAPER',
  exchange: { name: 'the simulated exchange', notice: null, execution: 'PAPER', connected: true, troubles: [] },
  latch: { engaged: false, stopId: null, at: null },
  stop: null,
  lease: { held: true, epoch: 1, remainingMs: null },
  hostClock: { offsetMs: 0, lastSetAt: null, lastSetByMs: null },
  lastReconciliation: { at: '2026-11-21T21:31:27.726Z', ok: true, differences: 0 },
  lastDecisionAt: null,
  lastOrderAt: null,
  topBlockers: [],
  breakers: [{ id: 'MARKET_DATA', reset: 'AUTO_HYSTERESIS', state: 'ARMED', since: null, observed: 73, limit: 2000 }],
  books: [
    {
      bookId: 'main',
      mode: 'PAPER',
      symbols: ['ETHUSDT', 'SOLUSDT'],
      timeframes: ['1m', '5m'],
      strategies: ['S01', 'S02'],
      explores: false,
      manualSymbols: ['BTCUSDT'],
    },
  ],
  quarantines: [],
  counters24h: { signals: 1325, candidates: 4, decisions: 6, orders: 2, fills: 1 },
  allowed: { entries: true, exits: true, manualIncreasing: true, manualReducing: true },
  transitions: [{ to: 'PAUSED', by: 'API', via: 'POST /api/autotrading/pause' }],
  schemaVersion: '1.0.0',
  asOf: '2026-11-21T21:31:51.976Z',
}

const event: ControlEvent = {
  kind: 'STATE_CHANGED',
  at: '2026-11-21T21:33:00.401Z',
  message: 'The engine was paused by anna: maintenance of the exchange.',
  state: 'PAUSED',
  subject: null,
  by: { type: 'USER', sub: 'anna' },
}

const report: Report = {
  surface: 'public-status-truth',
  verdict: 'OPERATIONAL',
  schemaVersion: '1.0.0',
  mutationAuthority: 'NONE',
  generatedAt: '2026-11-21T21:31:51.986Z',
  asOf: '2026-11-21T21:31:27.726Z',
  snapshotId: 'snp_01M800BN9JF350H7QP7W3RKQRK',
  constitutionHash: '8302385d6b107155a4b565e38b5e39802e72c7b0d231611a6a8dcb6bbbd4cec9',
  configHash: '6aade271d0ef94eb9d25c4ca8f8a4638bdcf7b4bf478148565be1e1245c94b55',
  buildDigest: '621bde8659bd664fae6df61f3e51c25366f680608a0ecd9ea43f95d13be11f34',
  executionMode: 'PAPER',
  severity: 'OK',
  summary: 'The engine is RUNNING; 9 of 9 components are healthy.',
  reasons: [],
  missingEvidence: [],
  evidence: [
    {
      id: 'evd_01M800BN9JP0CNGE15XDW9GJ09',
      kind: 'STATE',
      source: 'engine.latch',
      observedAt: '2026-11-21T21:31:51.986Z',
      ageMs: 0,
      maxAgeMs: 5000,
      fresh: true,
    },
  ],
  freshness: { status: 'FRESH', oldestAgeMs: 24260, staleInputs: [] },
  data: {
    components: [
      {
        id: 'API',
        status: 'UP',
        since: '2026-11-21T21:31:26.845Z',
        lastObservedAt: '2026-11-21T21:31:51.986Z',
        detailCode: 'ANSWERING',
      },
      {
        id: 'STORE',
        status: 'UP',
        since: '2026-11-21T21:31:26.845Z',
        lastObservedAt: '2026-11-21T21:31:51.986Z',
        detailCode: 'DURABLE',
      },
    ],
    tradingAvailability: 'AVAILABLE',
    lastIncident: null,
    uptime24hPct: null,
    observedSec24h: 25,
    nextStep: 'Nothing to do.',
  },
}

const jobs: ResearchJobs = {
  items: [
    {
      jobId: 'job_01M800B7Q3N5Y8W2KXV4T6R9ZC',
      kind: 'optimise',
      state: 'RUNNING',
      title: 'S05 · BTCUSDT · 15m · 2025-01-05 … 2025-07-05',
      by: 'Ada',
      createdAt: '2026-11-21T21:30:12.118Z',
      endedAt: null,
      progress: 0.42,
      rate: '14 trials/min',
      leftMs: 126_000,
      note: null,
      resultId: null,
      fault: null,
    },
  ],
  asOf,
}

/** Examples by channel. */
export const ENGINE_EXAMPLES: readonly ChannelExample[] = [
  { address: 'autotrading.status', channel: 'autotrading.status', snapshot: status },
  {
    address: 'control.events',
    channel: 'control.events',
    snapshot: { items: [], asOf },
    delta: { items: [event], asOf },
  },
  { address: 'research.jobs', channel: 'research.jobs', snapshot: jobs },
  { address: 'monitor.public-status-truth', channel: 'monitor.public-status-truth', snapshot: report },
]
