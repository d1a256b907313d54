import { type ClearingVenue, openClearingVenue } from '../../server/adapters/exchanges/clearing/venue.ts'
import { delayCancels } from '../../server/adapters/exchanges/paper/paper-account.ts'
import { createPaperMatcher, type PaperMatcher } from '../../server/adapters/exchanges/paper/paper-matcher.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Command } from '../../server/engine/model/events.ts'
import { type Batch, type Journal, type MarketSource, PERMANENT_LEASE } from '../../server/engine/model/ports.ts'
import { createGroupCommit } from '../../server/engine/run/group-commit.ts'
import { createInbox, type Inbox } from '../../server/engine/run/inbox.ts'
import { perform } from '../../server/engine/run/perform.ts'
import { recover } from '../../server/engine/run/recover.ts'
import { createMemory } from '../../server/engine/state/memory.ts'
import { createStopSwitch } from '../../server/engine/state/stop-switch.ts'
import type { EngineState } from '../../server/engine/state/turn.ts'
import { createLightFeed, forgetBook, type LightFeed } from './light-feed.ts'
import { openingEvents, tradesOfMinute } from './light-market.ts'
import type { MarketWorld } from './market-world.ts'

/** One life of the process in which engine and exchange run, from its recovery to its end. */
export interface Life {
  readonly state: EngineState
  readonly inbox: Inbox
  readonly feed: LightFeed
  readonly matcher: PaperMatcher
  readonly clearing: ClearingVenue
  /** Pending responses of the exchange. */
  readonly tasks: (() => void)[]
  readonly runBatch: () => void
}

/** Thrown at the point where the process ends. */
export class PowerLoss extends Error {
  override readonly name = 'PowerLoss'
}

/** Recovers from the store, connects to the exchange and receives the market events up to the present. */
export const beginLife = (world: MarketWorld): Life => {
  const life = openLife(world)
  const { state } = life
  const runId = `run_${++world.runs}`
  submit(life, { kind: 'startRun', runId, market: 'light', mode: state.rules.mode })
  settle(life)
  const since = (symbol: string) => state.market.instruments.get(symbol)?.day.knownToMs
  const { nowMs, historyMs, instruments } = world
  for (const event of openingEvents(instruments, { nowMs, historyMs, since })) publish(life, event)
  for (const trade of tradesOfMinute(instruments, nowMs)) offer(life, trade)
  settle(life)
  return life
}

const openLife = (world: MarketWorld): Life => {
  const { store, rules, instruments, stopFile } = world
  const clock = () => world.nowMs
  const source = createSource(world)
  const past = store.signals
  const lease = PERMANENT_LEASE
  const { journal, candles } = store
  const state = recover({
    journal,
    candles,
    past,
    source,
    rules,
    lease,
    nowMs: world.nowMs,
    defersPast: world.defersPast,
  })
  const inbox = createInbox(clock)
  const feed = createLightFeed(instruments)
  const matcher = createPaperMatcher()
  const tasks: (() => void)[] = []
  const clearing = openClearingVenue({
    matcher,
    store: world.exchange,
    instruments: source.instruments,
    brackets: rules.brackets,
    leverage: () => rules.constitution.execution.leverage,
    clock,
    schedule: (task) => tasks.push(task),
  })
  if (!world.opensLate) {
    for (const { markAt } of instruments) clearing.observe({ kind: 'markPrice', markPrice: markAt(world.nowMs) })
  }
  const venue = delayCancels(clearing, matcher)
  const memory = createMemory(struckJournal(world), { append: () => 'RECORDED', status: () => 'RECORDED' })
  const requestBook = (symbol: string) => forgetBook(feed, symbol)
  const stopSwitch = createStopSwitch(stopFile)
  const outside = { venue, venueSink: inbox.venueSink, clock, requestBook, stopSwitch, lease, memory }
  const commits = createGroupCommit({
    state,
    memory,
    onFacts: () => {},
    perform: (effect) => perform(effect, state, outside),
  })
  venue.open(inbox.venueSink)
  return { state, inbox, feed, matcher, clearing, tasks, runBatch: () => commits.step(inbox) }
}

const createSource = ({ instruments }: MarketWorld): MarketSource => ({
  origin: 'SIMULATOR',
  market: 'light',
  resumes: true,
  instruments: instruments.map(({ spec }) => spec.instrument),
  run: () => Promise.resolve(),
  requestBook: () => {},
})

const struckJournal = (world: MarketWorld): Journal => ({
  append(batch) {
    const strike = isStruck(world, batch) ? world.strike : undefined
    if (strike && !strike.written) throw new PowerLoss('before the commit')
    world.store.journal.append(batch)
    world.facts.push(...batch.facts)
    if (strike) throw new PowerLoss('after the commit')
  },
  read: () => world.store.journal.read(),
})

const isStruck = ({ strike }: MarketWorld, { facts }: Batch): boolean =>
  strike !== undefined && facts.some(({ kind }) => kind === strike.kind) && strike.left-- === 0

/** Delivers a market event to the engine, then to the exchange. */
export const publish = (life: Life, event: MarketEvent): void => {
  offer(life, event)
  life.matcher.observe(event)
  life.clearing.observe(event)
}

const offer = (life: Life, event: MarketEvent): void => {
  while (!life.inbox.sink.offer(event)) settle(life)
}

/** Submits a command to the engine and ignores its response. */
export const submit = ({ inbox }: Life, command: Command): void => {
  inbox.submit(command).catch(() => {})
}

/** Runs until neither engine nor exchange has pending work. */
export const settle = (life: Life): void => {
  const { tasks, inbox, state } = life
  const isBusy = (): boolean => tasks.length > 0 || inbox.size > 0
  while (isBusy() || state.signals.backlog?.size) {
    if (!isBusy()) inbox.processBacklog()
    for (const task of tasks.splice(0)) task()
    if (inbox.size > 0) life.runBatch()
  }
}
