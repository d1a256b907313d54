/** Wire types of engine control: pause, emergency stop, and the status and configuration of autotrading. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, EngineState, FreeText, GateKind, idText, Nullable, Reading, SymbolText } from './common.ts'
import { Sha256, StrategyFamily, Timeframe } from './signals.ts'
import { ExecutionMode } from './trading.ts'

const DesiredState = Type.Enum(['RUNNING', 'PAUSED'], {
  description: 'State last requested by a user. No API request sets RUNNING',
})
const Flatten = Type.Enum(['NONE', 'REDUCE_ONLY'], {
  description:
    'NONE leaves positions open and protected by their stops; REDUCE_ONLY closes them as well. It can only be extended',
})
const BookMode = Type.Enum(['OFF', 'PAPER', 'LIVE'], {
  description: 'OFF: signals are recorded with their outcomes, but not traded',
})
const Explores = Type.Boolean({
  description:
    'Whether entries without an expected edge after costs are traded as well (--explore), labelled `exploratory`; never with LIVE',
})
const ManualSymbols = Type.Array(SymbolText, {
  description: 'Not traded by autotrading (--manual-symbols); signals are still recorded with their outcomes',
})
const schemaVersion = Type.Literal('1.0.0')
/** Reference to the audit entry of a request. */
export const AuditReference = Type.Object({
  auditId: idText('aud'),
  status: Type.Enum(['RECORDED', 'SPOOLED', 'HELD'], {
    description:
      'SPOOLED: stored in a separate file while the audit log is not writable; HELD: in memory only, until there is disk space',
  }),
})

/** A trading scope of autotrading. */
export const TradingBook = Type.Object({
  bookId: Type.String(),
  mode: BookMode,
  timeframes: Type.Array(Timeframe),
  strategies: Type.Array(Type.String()),
  explores: Explores,
  manualSymbols: ManualSymbols,
})

export const WatchedBook = Type.Object({
  ...TradingBook.properties,
  symbols: Type.Array(SymbolText, {
    description: 'If not configured, all currently watched instruments except `manualSymbols`',
  }),
})

export const ConfiguredBook = Type.Object({
  ...TradingBook.properties,
  symbols: Nullable(Type.Array(SymbolText), 'Null is every watched symbol'),
})

/** Reason for the pause, for the audit log. The body is optional. */
export const PauseRequest = Type.Unsafe<{ reason?: string } | null>({
  ...Type.Object({ reason: Type.Optional(FreeText(500, 'For the audit log')) }, { additionalProperties: false }),
  type: ['object', 'null'],
})
export type PauseRequest = Static<typeof PauseRequest>

/** Result of a pause. Positions and their protection remain. */
export const PauseResult = Type.Object({
  changed: Type.Boolean({ description: 'False when the current state already prevented entries' }),
  state: EngineState,
  previousState: EngineState,
  desiredState: DesiredState,
  effectiveAt: At,
  entriesCancelled: Type.Object(
    {
      attempted: Type.Integer(),
      confirmed: Type.Integer(),
      filled: Type.Integer({ description: 'Executed before the cancel arrived' }),
      unknown: Type.Integer({ description: 'Still pending at the time of the response' }),
    },
    { description: 'Resting entries of autotrading' },
  ),
  positionsOpen: Type.Integer(),
  audit: AuditReference,
  schemaVersion,
})
export type PauseResult = Static<typeof PauseResult>

/**
 * Parameters of an emergency stop. The body is optional and parsed leniently: an invalid part changes nothing but
 * `bodyIgnored`.
 */
export const StopRequest = Type.Object({
  reason: Type.Optional(Type.String({ description: 'For the audit log; truncated to 500 characters' })),
  flatten: Type.Optional(Flatten),
  scope: Type.Optional(Type.Enum(['ACCOUNT', 'FLEET'], { description: 'FLEET: all accounts of the store' })),
})

const StepStatus = Type.Enum(['DONE', 'PARTIAL', 'PENDING', 'FAILED', 'NOT_REQUESTED'])
const latching = (step: 'LATCH_MEMORY' | 'LATCH_DURABLE') =>
  Type.Object({
    step: Type.Literal(step),
    status: StepStatus,
    durationMs: Nullable(Type.Integer(), 'Time in this call; null when an earlier call did it or it is not done'),
  })

const Cancelled = {
  failed: 'Still open after several attempts; retried until they are closed',
  pending: 'Being sent, or being cancelled',
  filled: 'Executed before the cancel arrived',
}

const StopSteps = Type.Tuple([
  latching('LATCH_MEMORY'),
  latching('LATCH_DURABLE'),
  Type.Object({
    step: Type.Literal('CANCEL'),
    status: StepStatus,
    attempted: Type.Integer({ description: 'Sum of the following counts' }),
    confirmed: Type.Integer(),
    filled: Type.Integer({ description: Cancelled.filled }),
    failed: Type.Integer({ description: Cancelled.failed }),
    unknown: Type.Integer({ description: 'Being queried: it is not known whether the exchange has them' }),
    pending: Type.Integer({ description: Cancelled.pending }),
  }),
  Type.Object({
    step: Type.Literal('PROTECT'),
    status: StepStatus,
    positions: Type.Integer(),
    verified: Type.Integer({
      description: 'Positions whose full size is protected by stops read back from the exchange',
    }),
  }),
  Type.Object({
    step: Type.Literal('FLATTEN'),
    status: StepStatus,
    remaining: Type.Array(Type.Object({ positionId: idText('pos'), symbol: SymbolText, qty: DecimalText }), {
      description: 'Positions still to be closed; one that cannot be closed stays protected by its stop',
    }),
  }),
])

/** Actor of a change. */
const BY = {
  type: Type.Enum(['USER', 'HOST', 'ENGINE']),
  sub: Nullable(Type.String()),
  username: Nullable(Type.String(), 'Current name'),
}

/** An emergency stop and its progress. `GET /api/autotrading/status` follows it. */
export const StopResult = Type.Object({
  stopId: idText('stp'),
  state: EngineState,
  latched: Type.Boolean(),
  alreadyLatched: Type.Boolean({
    description: 'True when the stop was already engaged before this request; in the status, before the last request',
  }),
  latchedAt: At,
  latchPersistence: Type.Enum(['FILE_AND_DB', 'FILE', 'DB', 'MEMORY_ONLY'], {
    description: 'Where the stop is stored besides memory; either is enough to survive a restart',
  }),
  code: Type.String({ description: 'EMERGENCY_STOP, STOP_FILE, or the fault that stopped the engine' }),
  requestedBy: Type.Object({
    ...BY,
    roles: Type.Array(Type.String(), { description: 'Current roles' }),
  }),
  reason: Type.String(),
  flatten: Flatten,
  bodyIgnored: Type.Boolean({ description: 'True when part of the request body could not be parsed' }),
  phase: Type.Enum(['LATCHED', 'CANCELLING', 'PROTECTING', 'FLATTENING', 'SWEEPING', 'COMPLETE'], {
    description:
      'SWEEPING: nothing is left to do, and the account is read until two readings confirm it. LATCHED: the engine has not processed it yet; orders that increase risk are already blocked',
  }),
  steps: StopSteps,
  orders: Type.Object({
    found: Type.Integer({ description: 'Retained and cancelled orders' }),
    protectiveKept: Type.Integer({ description: 'Stops and targets of open positions, and closing orders in flight' }),
    cancelled: Type.Integer(),
    filled: Type.Integer({ description: Cancelled.filled }),
    pending: Type.Integer({ description: Cancelled.pending }),
    failed: Type.Array(Type.Object({ orderId: idText('ord'), attempts: Type.Integer() }), {
      description: Cancelled.failed,
    }),
    outcomeUnknown: Type.Array(Type.Object({ orderId: idText('ord'), since: At })),
  }),
  positions: Type.Object({
    open: Type.Integer(),
    protected: Type.Integer(),
    unprotected: Type.Array(
      Type.Object({ positionId: idText('pos'), symbol: SymbolText, uncoveredQty: DecimalText, since: At }),
    ),
  }),
  quiescentBy: Type.Unsafe<string>({
    ...At,
    description: 'Time after which nothing sent before the stop can still reach the exchange',
  }),
  clear: Type.Object({
    by: Type.Literal('HOST_CLI'),
    via: Type.Literal('plimsoll stop clear'),
  }),
  audit: AuditReference,
  accounts: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Accounts of a FLEET stop that is stored',
    }),
  ),
  schemaVersion,
})
export type StopResult = Static<typeof StopResult>

/** Condition that blocks autotrading entries now. */
const Blocker = Type.Object({
  gateId: Type.String({ description: 'STATE, BREAKER, HISTORY, MARKET, or the gate number' }),
  code: Type.String(),
  kind: GateKind,
  message: Type.String(),
  since: At,
  share: Nullable(
    Type.Number(),
    'Share of the candidates refused in the last 24 hours, each counting once in total; null without candidates, and for anything that is not a gate',
  ),
  soleBlockerCount: Nullable(Type.Integer(), 'Number of these refused by no other gate'),
  observed: Reading,
  limit: Reading,
  unit: Type.String(),
  removable: Type.Boolean({
    description: 'False for a safety breaker: it resets automatically once the condition is healthy again',
  }),
})
export type Blocker = Static<typeof Blocker>

const Breaker = Type.Object({
  id: Type.String(),
  state: Type.Enum(['ARMED', 'RED', 'TRIPPED'], { description: 'TRIPPED: re-armed only on the host' }),
  since: Nullable(At, 'Null while it is armed'),
  reset: Type.Enum(['AUTO_HYSTERESIS', 'HOST_REARM']),
  observed: Reading,
  limit: Reading,
})
export type Breaker = Static<typeof Breaker>

/** State of autotrading: its cause, permissions, and possible transitions. */
export const AutotradingStatus = Type.Object({
  state: EngineState,
  stateSince: At,
  stateReason: Type.Object({ code: Type.String(), message: Type.String() }),
  changedBy: Type.Object(BY),
  desiredState: DesiredState,
  executionMode: ExecutionMode,
  exchange: Type.Object({
    name: Type.String(),
    notice: Nullable(Type.String(), 'How to interpret results on an artificial market; null for other markets'),
    execution: Type.Enum(['PAPER', 'PRACTICE', 'LIVE'], {
      description:
        'PAPER: simulated execution over the observed market; PRACTICE: an exchange without real money; LIVE: a real exchange account',
    }),
    connected: Type.Boolean({ description: 'Whether order updates are currently received' }),
    troubles: Type.Array(
      Type.Object({
        code: Type.Enum([
          'UNREACHABLE',
          'KEY_REFUSED',
          'CLOCK',
          'RATE_LIMITED',
          'MARKET_STREAM',
          'PRIVATE_STREAM',
          'UNREADABLE',
          'UNKNOWN_SYMBOL',
          'OTHER_STEPS',
        ]),
        detail: Type.String(),
        remedy: Type.String(),
        since: At,
      }),
      { description: 'Current problems with the connection to the exchange' },
    ),
  }),
  latch: Type.Object(
    {
      engaged: Type.Boolean({ description: 'Also true when it cannot be determined' }),
      stopId: Nullable(idText('stp'), 'Null for a stop file without a user'),
      at: Nullable(At),
    },
    { description: 'The emergency stop' },
  ),
  stop: Nullable(StopResult, 'The engaged stop and its progress'),
  lease: Type.Object({
    held: Type.Boolean({
      description:
        'Whether the engine may act on the account: it has locked its data directory, or has the lease in a shared store',
    }),
    epoch: Type.Integer({ description: 'Number of the run, or of the lease' }),
    remainingMs: Nullable(Type.Integer(), 'Always null'),
  }),
  hostClock: Type.Object({
    offsetMs: Type.Integer({ description: 'Wall clock of the host minus platform time; 0 within a second' }),
    lastSetAt: Nullable(At, 'Time at which the wall clock was last set while this server was running'),
    lastSetByMs: Nullable(Type.Integer(), 'Size of the step; negative is backwards'),
  }),
  lastReconciliation: Type.Object({
    at: Nullable(At, 'Null if not since the start'),
    ok: Type.Boolean(),
    differences: Type.Integer(),
  }),
  lastDecisionAt: Nullable(At, 'Time of the last decision on an order or an autotrading entry'),
  lastOrderAt: Nullable(At),
  topBlockers: Type.Array(Blocker, { maxItems: 5, description: 'Longest-lasting first: state, breakers, gates' }),
  breakers: Type.Array(Breaker),
  books: Type.Array(WatchedBook, { description: 'What autotrading may trade; armed only on the host' }),
  quarantines: Type.Array(
    Type.Object({
      strategyId: Type.String(),
      reason: Type.String(),
      since: At,
    }),
    { description: 'Strategies without entries until they are re-armed on the host; their signals are still recorded' },
  ),
  counters24h: Type.Object({
    signals: Type.Integer({ description: "Signals of bars closed within these hours, by the market's clock" }),
    candidates: Type.Integer({ description: 'Autotrading candidates' }),
    decisions: Type.Integer({
      description: 'Gate evaluations of orders and of refused candidates, without previews',
    }),
    orders: Type.Integer(),
    fills: Type.Integer(),
  }),
  allowed: Type.Object({
    entries: Type.Boolean({ description: 'Autotrading limits, in addition to the gates' }),
    exits: Type.Boolean({ description: 'Autotrading limits' }),
    manualIncreasing: Type.Boolean(),
    manualReducing: Type.Boolean(),
  }),
  transitions: Type.Array(
    Type.Object({
      to: EngineState,
      by: Type.Enum(['API', 'HOST', 'AUTO']),
      via: Type.String(),
    }),
    { description: 'Possible state transitions, and the interface that triggers each' },
  ),
  schemaVersion,
  asOf: At,
})
export type AutotradingStatus = Static<typeof AutotradingStatus>

const RunStrategy = Type.Object({
  strategyId: Type.String({ examples: ['S01'] }),
  name: Type.String(),
  family: StrategyFamily,
  version: Type.Integer({ description: 'A changed rule under the same ID is a new version' }),
  digest: Type.Unsafe<string>({ ...Sha256, description: 'SHA-256 of the definition with its parameters' }),
  timeframe: Timeframe,
  params: Type.Record(Type.String(), Type.Number()),
  warmupBars: Type.Integer({ description: 'Warm-up: bars received before its signals count' }),
  horizonBars: Type.Integer({ description: 'Bars after which a signal expires' }),
  needs: Type.Array(Type.Enum(['FUNDING', 'BASIS', 'OPEN_INTEREST']), {
    description: 'Data required besides candles; without it the strategy gives no signals',
  }),
})

/** Value of a setting of the constitution. */
export const SettingValue = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])

const settings = (section: string) =>
  Type.Record(Type.String(), SettingValue, {
    description: `Section \`${section}\` of the constitution; null refuses whatever needs the setting`,
  })

/** Configuration of autotrading. It comes from the host alone; no request changes it. */
export const AutotradingConfig = Type.Object({
  configVersion: Type.Integer({ description: 'Number of the start; each start reloads the configuration' }),
  configHash: Type.String({ description: 'SHA-256 of `effective` as JSON with sorted keys' }),
  constitutionHash: Type.String({ description: 'SHA-256 of the constitution as JSON with sorted keys' }),
  loadedAt: At,
  source: Type.Enum(['HOST_FILE', 'BUILT_IN'], { description: 'The file on the host, or the defaults' }),
  effective: Type.Object({
    limits: settings('limits'),
    gates: Type.Array(Type.Object({ gateId: Type.String(), code: Type.String(), kind: GateKind }), {
      description: 'All gates are evaluated for every order',
    }),
    breakers: Type.Array(
      Type.Object({ id: Type.String(), reset: Type.Enum(['AUTO_HYSTERESIS', 'HOST_REARM']), limit: Reading }),
    ),
    timeouts: settings('data'),
    execution: settings('execution'),
    autotrading: settings('autotrading'),
    strategies: Type.Array(RunStrategy, { description: 'Strategies of every timeframe of a trading scope' }),
    books: Type.Array(ConfiguredBook, { description: 'What autotrading may trade' }),
    recvWindowMs: Type.Integer(),
    protection: settings('protection'),
    deadMan: Nullable(Type.String(), 'Always null: the dead man’s switch of the exchange is not used'),
    autoResume: Type.Boolean({
      description: 'Whether the engine resumes automatically after a restart when no user paused or stopped it',
    }),
  }),
  secrets: Type.Literal('REDACTED_NOT_PRESENT'),
  schemaVersion,
})
export type AutotradingConfig = Static<typeof AutotradingConfig>
