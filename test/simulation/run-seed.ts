import type { VenueEvent } from '../../server/engine/model/venue.ts'
import { beginHost } from './actors/host.ts'
import { beginPeople } from './actors/people.ts'
import { createUsers, type Desk, type Users } from './actors/users.ts'
import { restlessness } from './invariants/at-rest.ts'
import { receiveMarket, startProcess, submit, tickProcess } from './world/engine-process.ts'
import { hasForeignOrder } from './world/exchange-record.ts'
import { scheduleMishaps } from './world/mishaps.ts'
import { drawPlan } from './world/plan.ts'
import { add, type Totals } from './world/totals.ts'
import type { Violation } from './world/violation.ts'
import { createWorld, type Parts, type World } from './world/world.ts'

export interface SeedOptions {
  readonly seed: number
  readonly minutes: number
  readonly parts?: Parts
  /** Called with a line for each event. */
  readonly print?: (line: string) => void
}

export interface SeedResult {
  /** Digest of all facts and all arrivals at the exchange. */
  readonly digest: string
  readonly violation: Violation | undefined
  readonly totals: Totals
}

const TICK_MS = 100
/** Maximum time a seed takes to become quiet at its end. */
const REST_MAX_MS = 180_000
const CHECK_MS = 1_000

/** Runs one seed from its first tick until quiet, or until the first violation. */
export const runSeed = async ({ seed, minutes, parts = {}, print }: SeedOptions): Promise<SeedResult> => {
  const plan = drawPlan(seed, minutes)
  const world = createWorld({ plan, parts, onTrace: print })
  const { state, scheduler, totals, digest } = world
  try {
    await live(world)
  } catch (error) {
    world.evidence.violate('FAULT', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  add(totals, 'virtual ms', scheduler.nowMs - plan.startMs)
  return { digest: digest.hex(), violation: state.violation, totals }
}

const live = async (world: World): Promise<void> => {
  const { plan, draw, scheduler, state } = world
  const users = createUsers(
    draw,
    plan.specs.map(({ instrument }) => instrument.symbol),
  )
  const over = (): boolean => state.violation !== undefined
  scheduleMishaps(world)
  beginTicks(world)
  beginUsers(world, users)
  beginPeople(world, () => orderSmall(world, users))
  beginHost(world)
  world.listening.push((event) => race(world, users, event))
  startProcess(world.process)
  await scheduler.run(plan.endMs, over)
  await settleWorld(world, over)
}

const getLedger = ({ process }: World) => process.life?.state.ledger

const beginTicks = (world: World): void => {
  const { scheduler, exchange, process, invariants, state } = world
  const tick = (): void => {
    const events = exchange.advance()
    if (!state.marketSilent) scheduler.after(world.draw.whole(1, 20), () => receiveMarket(process, events))
    tickProcess(process)
    for (const invariant of invariants) invariant.onTick?.(getLedger(world))
    scheduler.after(TICK_MS, tick)
  }
  scheduler.after(TICK_MS, tick)
}

const createDesk = (world: World): Desk | undefined => {
  const ledger = getLedger(world)
  if (!ledger) return undefined
  const { scheduler, exchange, plan } = world
  return {
    nowMs: scheduler.nowMs,
    ledger,
    readMarket(symbol) {
      const book = exchange.market.book(symbol)
      const [bid, ask] = [book?.best('BUY'), book?.best('SELL')]
      if (!bid || !ask) return undefined
      const lotWorth = world.evidence.notional(symbol, bid.price, 1)
      const ordinary = Math.max(1, Number((BigInt(plan.ordinaryUsdt) * 10n ** 8n) / lotWorth))
      return { symbol, bid: bid.price, ask: ask.price, ordinary }
    },
  }
}

const BURST = 7

const beginUsers = (world: World, users: Users): void => {
  const { scheduler, draw, plan } = world
  const act = (): void => {
    if (scheduler.nowMs >= plan.calmMs) return
    for (let left = draw.chance(0.03) ? BURST : 1; left > 0; left--) {
      const desk = createDesk(world)
      const command = desk && users.next(desk)
      if (command) submit(world.process, command)
    }
    scheduler.after(draw.wait(plan.meanWaitMs), act)
  }
  scheduler.after(draw.wait(plan.meanWaitMs), act)
}

/** Places an order at the exact moment at which the engine detects that another engine is active. */
const race = (world: World, users: Users, event: VenueEvent): void => {
  if (event.kind !== 'accountRead' || getLedger(world)?.latch !== null) return
  if (!hasForeignOrder(new Map(event.snapshot?.openOrders.map((order) => [order.venueClientId, order])))) return
  orderSmall(world, users)
}

const orderSmall = (world: World, users: Users): void => {
  const desk = world.draw.chance(0.8) ? createDesk(world) : undefined
  const command = desk && users.small(desk)
  if (command) submit(world.process, command)
}

/** Continues until nothing is pending; remaining faults are violations. */
const settleWorld = async (world: World, over: () => boolean): Promise<void> => {
  const { scheduler, evidence, invariants, plan } = world
  while (!over()) {
    const ledger = getLedger(world)
    const settled = ledger !== undefined && restlessness(evidence, ledger).length === 0
    if (ledger && (settled || scheduler.nowMs >= plan.endMs + REST_MAX_MS)) {
      for (const invariant of invariants) invariant.onQuiet?.(ledger)
      return
    }
    await scheduler.run(scheduler.nowMs + CHECK_MS, over)
  }
}
