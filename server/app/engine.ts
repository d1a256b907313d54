/** Runs the engine of this process: starts its loop, its clock, its exchange connection and its market data source. */

import type { Logger } from 'pino'
import type { PlatformClock } from '../core/platform-clock.ts'
import { confirmsWallClock, marketOffsetMs } from '../domain/control/clock-step.ts'
import type { RunHashes } from '../domain/control/continuity.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { MarketSink, MarketSource, StrategyHost } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import { type Engine, startEngine } from '../engine/run/loop.ts'
import { perform } from '../engine/run/perform.ts'
import { listKnownOrders } from '../engine/state/ledger.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { OpenControl } from './control.ts'
import type { Books } from './engine-state.ts'

/** Starts the engine, its clock, and its connection to the exchange. */
export const runEngine = async (
  { store, state, venue, past }: Books,
  { source, inbox, control, strategies, platformClock, runId, hashes, behind = [], resources, fail }: RunParts,
  onFacts: (facts: readonly Fact[]) => void,
): Promise<Engine> => {
  const { memory, stopSwitch } = control
  const { requestBook } = source
  const { venueSink, strategySink } = inbox
  const outside = {
    venue,
    venueSink,
    clock: platformClock.now,
    requestBook,
    stopSwitch,
    lease: state.lease,
    memory,
    ...(strategies && { strategies }),
  }
  const engine = startEngine({
    state,
    inbox,
    memory,
    perform: (effect) => perform(effect, state, outside),
    onFacts,
  })
  engine.done.catch(fail)
  resources.defer(() => engine.stop().catch(() => {}))
  const lastEpoch = await control.lastEpoch()
  const { mode } = state.rules
  await engine.submit({
    kind: 'startRun',
    runId,
    market: source.market,
    mode,
    lastEpoch,
    ...(hashes && { hashes }),
    previousRuns: { past, damage: undefined, behind },
  })
  resources.defer(async () => void (await engine.submit({ kind: 'endRun', runId }).catch(() => {})))
  venue.open(engine.venueSink, listKnownOrders(state.ledger))
  strategies?.open(strategySink)
  const followHostClock = hostClockFollower(platformClock, engine)
  const ticking = setInterval(() => {
    followHostClock()
    engine.tick(store.health())
  }, ENGINE_TICK_MS)
  resources.defer(async () => {
    clearInterval(ticking)
    await venue.close()
  })
  return engine
}

interface RunParts {
  readonly source: MarketSource
  readonly inbox: Inbox
  readonly control: OpenControl
  readonly platformClock: PlatformClock
  /** Plug-in strategies, if any. */
  readonly strategies?: StrategyHost
  readonly runId: string
  /** Hashes of the inputs of this run. */
  readonly hashes?: RunHashes
  /** Losses found in the stores, one sentence each. */
  readonly behind?: readonly string[]
  readonly resources: AsyncDisposableStack
  readonly fail: (error: Error) => void
}

/** Interval of the engine's timer. */
const ENGINE_TICK_MS = 100

/**
 * Notifies the engine when the host's wall clock was set. The platform clock follows it only if the market's clock
 * confirms it, or if the market is a recording and the wall clock is the only clock.
 */
const hostClockFollower =
  (clock: PlatformClock, { state, clockStepped }: Engine) =>
  (): void => {
    const step = clock.check()
    const adopts = clock.hostOffsetMs !== 0 && (!state.rules.clockChecked || isConfirmed(clock, state.market))
    if (!step && !adopts) return
    const adoptedMs = adopts ? clock.adopt() : 0
    clockStepped({ byMs: step?.byMs ?? 0, hostOffsetMs: clock.hostOffsetMs, adoptedMs })
  }

const isConfirmed = ({ hostOffsetMs, now }: PlatformClock, { instruments }: Engine['state']['market']): boolean => {
  const times = [...instruments.values()].flatMap(({ observedAtMs, exchangeTimeMs }) =>
    observedAtMs === undefined || exchangeTimeMs === undefined ? [] : [{ observedAtMs, exchangeTimeMs }],
  )
  return confirmsWallClock(hostOffsetMs, marketOffsetMs(times, now()))
}

interface SourceRun {
  readonly resources: AsyncDisposableStack
  readonly logger: Logger
  readonly fail: (error: Error) => void
}

/** Runs the source until it has ended, failed, or the platform closes. */
export const runSource = (
  source: MarketSource,
  { sink, state }: { readonly sink: MarketSink; readonly state: Pick<EngineState, 'market'> },
  { resources, logger, fail }: SourceRun,
): void => {
  const stopping = new AbortController()
  const since = (symbol: string) => state.market.instruments.get(symbol)?.day.knownToMs
  const running = source
    .run(sink, since, stopping.signal)
    .then(() => {
      if (!stopping.signal.aborted)
        logger.info({ market: source.market }, 'the market has ended; its last state remains available')
    })
    .catch((error: Error) => {
      if (!stopping.signal.aborted) fail(error)
    })
  resources.defer(async () => {
    stopping.abort()
    await running
  })
}
