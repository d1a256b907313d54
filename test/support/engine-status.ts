import type { AutotradingStatus } from '../../contract/control.ts'

type Blocker = AutotradingStatus['topBlockers'][number]

/** Status of a running engine without blockers. */
export const anEngineStatus = (status: Partial<AutotradingStatus> = {}): AutotradingStatus => ({
  state: 'RUNNING',
  stateSince: '2026-01-02T00:00:00.000Z',
  stateReason: { code: 'AUTO_RESUMED', message: 'The ledger matches the exchange.' },
  changedBy: { type: 'ENGINE', sub: null, username: null },
  desiredState: 'RUNNING',
  executionMode: 'PAPER',
  exchange: { name: 'the simulated exchange', notice: null, execution: 'PAPER', connected: true, troubles: [] },
  latch: { engaged: false, stopId: null, at: null },
  stop: null,
  lease: { held: true, epoch: 1, remainingMs: null },
  hostClock: { offsetMs: 0, lastSetAt: null, lastSetByMs: null },
  lastReconciliation: { at: '2026-01-02T03:04:00.000Z', ok: true, differences: 0 },
  lastDecisionAt: null,
  lastOrderAt: null,
  topBlockers: [],
  breakers: [],
  books: [
    {
      bookId: 'default',
      mode: 'PAPER',
      symbols: ['BTCUSDT'],
      timeframes: ['1m', '5m'],
      strategies: ['S01', 'S02'],
      explores: false,
      manualSymbols: [],
    },
  ],
  quarantines: [],
  counters24h: { signals: 0, candidates: 0, decisions: 0, orders: 0, fills: 0 },
  allowed: { entries: true, exits: true, manualIncreasing: true, manualReducing: true },
  transitions: [],
  schemaVersion: '1.0.0',
  asOf: '2026-01-02T03:04:05.678Z',
  ...status,
})

/** Blocker of autotrading entries. */
export const aBlocker = (blocker: Partial<Blocker> = {}): Blocker => ({
  gateId: 'STATE',
  code: 'STATE_PAUSED',
  kind: 'C',
  message: 'The engine is PAUSED: lunch. To resume: plimsoll resume.',
  since: '2026-01-02T02:00:00.000Z',
  share: null,
  soleBlockerCount: null,
  observed: 'PAUSED',
  limit: 'RUNNING',
  unit: 'state',
  removable: true,
  ...blocker,
})
