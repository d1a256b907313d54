import { createHash } from 'node:crypto'
import type { Matcher } from '../../../server/adapters/exchanges/clearing/matcher.ts'
import { withFaults } from '../../../server/adapters/exchanges/faults/index.ts'
import { minuteHistory } from '../../../server/adapters/exchanges/simulated/minute-history.ts'
import { MINUTE_MS } from '../../../server/core/instant.ts'
import { createRandom, hash32 } from '../../../server/core/random.ts'
import { valueAt } from '../../../server/domain/account/money.ts'
import { type Instrument, lots, ticks } from '../../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../../server/domain/market/market-event.ts'
import type { Raise } from '../../../server/engine/desks/host-desk.ts'
import type { ExecutionVenue, MarketSource } from '../../../server/engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../server/engine/model/venue.ts'
import { perform } from '../../../server/engine/run/perform.ts'
import { createInvariants } from '../invariants/index.ts'
import type { Evidence, Invariant } from '../invariants/invariant.ts'
import { createDisk, type Disk } from './disk.ts'
import { createDraw, type Draw } from './draw.ts'
import { createEngineProcess, type EngineProcess, isBehind, isRunning, storeFails } from './engine-process.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { NOTHING_WRONG, type Wrong } from './faults.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { createJournalBooks } from './journal-books.ts'
import { createLink } from './link.ts'
import { createMarks, type Marks } from './marks.ts'
import type { SeedPlan } from './plan.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { createStopRecord, type StopRecord } from './stop-record.ts'
import type { Totals } from './totals.ts'
import { createTrace, type Trace } from './trace.ts'
import type { Violation } from './violation.ts'
import { watch } from './watch.ts'

/** Replaceable parts, so that tests can verify that broken versions are detected. */
export interface Parts {
  readonly perform?: typeof perform
  readonly wrapMatcher?: (matcher: Matcher) => Matcher
  readonly wrapDisk?: (disk: Disk) => Disk
  /** Returns the requests that arrive for a request on its last hop. */
  readonly listArrivals?: (request: VenueRequest) => readonly VenueRequest[]
}

/** State of one seed. */
export interface World {
  readonly plan: SeedPlan
  readonly scheduler: Scheduler
  readonly draw: Draw
  readonly exchange: Exchange
  readonly process: EngineProcess
  readonly disk: Disk
  /** Independent record of the emergency stop. */
  readonly stop: StopRecord
  /** Actions that a host has just confirmed, without a response yet. */
  readonly confirming: Raise[]
  readonly evidence: Evidence
  readonly invariants: readonly Invariant[]
  readonly totals: Totals
  readonly trace: Trace
  readonly marks: Marks
  readonly digest: { update(text: string): void; hex(): string }
  /** Subscribers to exchange events at the time of arrival. */
  readonly listening: ((event: VenueEvent) => void)[]
  /** Current faults on the way to the exchange. */
  readonly wrong: Wrong
  readonly gateway: Gateway
  readonly state: {
    violation: Violation | undefined
    clockOffByMs: number
    marketSilent: boolean
    unwellUntilMs: number
  }
}

export interface WorldOptions {
  readonly plan: SeedPlan
  readonly parts?: Parts
  readonly onTrace?: ((line: string) => void) | undefined
}

export const createWorld = ({ plan, parts = {}, onTrace }: WorldOptions): World => {
  const { seed, specs, constitution } = plan
  const scheduler = createScheduler(
    plan.startMs,
    () => (world.process.life?.control.waiting ?? 0) > 0 || isBehind(world.process),
  )
  const draw = createDraw(createRandom(hash32(seed, 1)))
  const trace = createTrace(() => scheduler.nowMs, onTrace)
  const instruments = new Map(specs.map(({ instrument }) => [instrument.symbol, instrument]))
  const hash = createHash('sha256')
  const state: World['state'] = {
    violation: undefined,
    clockOffByMs: plan.skewMs,
    marketSilent: false,
    unwellUntilMs: 0,
  }
  const wrong: Wrong = { ...NOTHING_WRONG }
  const exchange = createExchange({
    seed,
    specs,
    scheduler,
    openingBalance: BigInt(plan.openingUsdt) * 10n ** 8n,
    leverage: constitution.execution.leverage,
    wrapMatcher: parts.wrapMatcher ?? ((matcher) => matcher),
    onCommit: (executed) => witness.onCommitted(executed),
  })
  const gateway = createGateway({
    exchange,
    scheduler,
    draw,
    wrong,
    transformRequest: parts.listArrivals ?? ((request) => [request]),
    onArrived: (request) => witness.onArrived(request),
  })
  const createWire = (): ExecutionVenue =>
    withFaults(gateway, wrong, {
      random: draw.random,
      schedule: scheduler.after,
      interfere: exchange.interfere,
    })
  const disk = (parts.wrapDisk ?? ((plain) => plain))(createDisk((fact, text) => witness.onWritten(fact, text)))
  const marks = createMarks()
  const books = createJournalBooks()
  const confirming: Raise[] = []
  const stop = createStopRecord({
    now: () => scheduler.nowMs,
    isFiled: disk.stopFile.exists,
    isInLedger: () => books.latch !== null,
  })
  const evidence: Evidence = {
    get nowMs() {
      return scheduler.nowMs
    },
    constitution,
    books,
    stop,
    confirming,
    exchange: exchange.record,
    notional: (symbol, price, quantity) => valueAt(instrumentNamed(instruments, symbol), ticks(price), lots(quantity)),
    markRange: marks.of,
    get isHealthy() {
      return isRunning(world.process) && exchange.isUp && scheduler.nowMs > state.unwellUntilMs
    },
    get skewMs() {
      return state.clockOffByMs
    },
    get isBehind() {
      return isBehind(world.process)
    },
    get isBelated() {
      return world.process.isBelated
    },
    get storeFails() {
      return storeFails(world.process)
    },
    violate(invariant, observed) {
      state.violation ??= {
        seed,
        afterMs: scheduler.nowMs - plan.startMs,
        invariant,
        observed,
        trace: trace.lines(),
      }
    },
  }
  const world: World = {
    plan,
    scheduler,
    draw,
    exchange,
    disk,
    stop,
    confirming,
    evidence,
    invariants: createInvariants(evidence, { journal: disk.journal, isDue: () => draw.chance(0.0005) }),
    totals: new Map(),
    trace,
    marks,
    digest: { update: (text) => hash.update(text), hex: () => hash.digest('hex') },
    listening: [],
    wrong,
    gateway,
    state,
    get process() {
      return process
    },
  }
  const witness = watch(world)
  const process = createEngineProcess({
    scheduler,
    draw,
    disk,
    link: createLink({ scheduler, draw, wrong, createWire }),
    clock: () => scheduler.nowMs + state.clockOffByMs,
    source: createSource(plan),
    constitution,
    autoResume: plan.autoResume,
    perform: parts.perform ?? perform,
    requestBook: (symbol) => exchange.market.requestBook(symbol),
    witness,
    opening: createOpening(plan, scheduler),
  })
  return world
}

const instrumentNamed = (instruments: ReadonlyMap<string, Instrument>, symbol: string): Instrument => {
  const instrument = instruments.get(symbol)
  if (!instrument) throw new RangeError(`no instrument ${symbol}`)
  return instrument
}

/** Returns a source that has only a name: its events come through the scheduler. */
const createSource = ({ specs, seed }: SeedPlan): MarketSource => ({
  origin: 'SIMULATOR',
  market: `simulated seed=${seed}`,
  resumes: true,
  instruments: specs.map(({ instrument }) => instrument),
  run: () => Promise.resolve(),
  requestBook: () => {},
})

const HISTORY_MINUTES = 20

/** Returns a short history for the first start; later the disk has it. */
const createOpening =
  ({ seed, specs, startMs }: SeedPlan, scheduler: Scheduler) =>
  (): MarketEvent[] =>
    specs.flatMap((spec): MarketEvent[] => {
      const { symbol } = spec.instrument
      const fromMs = startMs - HISTORY_MINUTES * MINUTE_MS
      const minutes = scheduler.nowMs > startMs ? [] : [...minuteHistory(seed, spec, { fromMs, toMs: startMs })]
      return [
        { kind: 'instrument', instrument: spec.instrument },
        ...minutes.map((candle): MarketEvent => ({ kind: 'history', candle })),
        { kind: 'stream', change: { symbol, state: 'live', sinceMs: scheduler.nowMs } },
      ]
    })
