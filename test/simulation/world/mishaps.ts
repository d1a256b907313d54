import { isDeepStrictEqual } from 'node:util'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import { venueClientId } from '../../../server/domain/order/venue-client-id.ts'
import type { Instructed } from '../../../server/engine/model/events.ts'
import type { DiskHealth } from './disk.ts'
import { killProcess, pauseProcess, startProcess, submit } from './engine-process.ts'
import { FOREIGN_EPOCH } from './exchange-record.ts'
import { AFTERMATH_MS, FAULTS_ON, NOTHING_WRONG } from './faults.ts'
import type { FaultWindow, Mishap } from './plan.ts'
import { add } from './totals.ts'
import type { World } from './world.ts'

/** Time after a mishap before a healthy state can be expected. */
const AFTERWARDS_MS = 300

/** Schedules all planned faults. */
export const scheduleMishaps = (world: World): void => {
  const { plan, scheduler } = world
  for (const { atMs, mishap } of plan.mishaps) scheduler.at(atMs, () => happen(world, mishap))
  for (const window of plan.faults) scheduleFault(world, window)
}

const scheduleFault = (world: World, { kind, fromMs, toMs }: FaultWindow): void => {
  const { scheduler, wrong, state, totals, trace } = world
  scheduler.at(fromMs, () => {
    trace.note('** fault begins', kind)
    add(totals, `fault ${kind}`)
    Object.assign(wrong, FAULTS_ON[kind])
    state.unwellUntilMs = Math.max(state.unwellUntilMs, toMs + AFTERMATH_MS)
  })
  scheduler.at(toMs, () => {
    trace.note('** fault ends', kind)
    Object.assign(wrong, { [kind]: NOTHING_WRONG[kind] })
  })
}

/** Time after which a stepped clock is measured again, following the first refused request. */
const REMEASURE_MS = 2_000

const beUnwell = ({ scheduler, state }: World, forMs: number): void => {
  state.unwellUntilMs = Math.max(state.unwellUntilMs, scheduler.nowMs + forMs + AFTERWARDS_MS)
}

const happen = (world: World, mishap: Mishap): void => {
  world.trace.note('** mishap', mishap)
  add(world.totals, `mishap ${mishap.kind}`)
  switch (mishap.kind) {
    case 'crash':
      return crash(world, mishap)
    case 'pause':
      return pause(world, mishap)
    case 'exchangeDown':
      return takeExchangeDown(world, mishap.forMs)
    case 'marketSilent':
      return silenceMarket(world, mishap.forMs)
    case 'clockStep':
      return stepClock(world, mishap)
    case 'handTrade':
      return tradeByHand(world, mishap.size)
    case 'stopVanishes':
      return vanishStop(world)
    case 'foreignOrder':
      return placeForeignOrder(world)
    case 'goesDown':
      return goDown(world, mishap)
    case 'diskFails':
      return failDisk(world, mishap)
    case 'diskSlow':
      return slowDisk(world, mishap)
  }
}

/** Kills the process immediately, or at the next point of that kind in its work. */
const crash = (world: World, { stroke, downMs }: Extract<Mishap, { kind: 'crash' }>): void => {
  if (stroke) world.process.stroke = stroke
  else killProcess(world.process, 'between two ticks')
  world.process.downMs = downMs
}

/** Chance of a manual trade while the process is down. */
const MEANWHILE = 0.1

/** Starts the process again when it is down. */
export const reviveAfter = (world: World, downMs: number): void => {
  beUnwell(world, downMs)
  if (world.draw.chance(MEANWHILE)) world.scheduler.after(downMs / 2, () => tradeByHand(world, -1))
  world.scheduler.after(downMs, () => {
    if (!world.process.life) startProcess(world.process)
  })
}

const pause = (world: World, { forMs, atSend }: Extract<Mishap, { kind: 'pause' }>): void => {
  if (atSend) world.process.pauseAtSendMs = forMs
  else pauseProcess(world.process, forMs)
}

const takeExchangeDown = (world: World, forMs: number): void => {
  const { exchange, scheduler, gateway } = world
  beUnwell(world, forMs)
  exchange.crash()
  gateway.sink?.offer({ kind: 'stream', state: 'lost' })
  scheduler.after(forMs, () => {
    exchange.restart()
    if (gateway.sink) exchange.open(gateway.sink)
  })
}

const silenceMarket = (world: World, forMs: number): void => {
  beUnwell(world, forMs)
  world.state.marketSilent = true
  world.scheduler.after(forMs, () => {
    world.state.marketSilent = false
    for (const { instrument } of world.plan.specs) world.exchange.market.requestBook(instrument.symbol)
  })
}

const stepClock = (world: World, { byMs, forMs }: Extract<Mishap, { kind: 'clockStep' }>): void => {
  beUnwell(world, REMEASURE_MS)
  world.state.clockOffByMs += byMs
  world.scheduler.after(forMs, () => {
    beUnwell(world, REMEASURE_MS)
    world.state.clockOffByMs -= byMs
  })
}

const tradeByHand = ({ exchange, plan, draw }: World, size: number): void => {
  const { symbol } = draw.pick(plan.specs).instrument
  const held = exchange.record.positions.get(symbol) ?? 0
  const quantity = lots(Math.max(1, Math.round(Math.abs((held || 40) * size))))
  exchange.interfere({ kind: 'tradeByHand', symbol, side: held * size >= 0 ? 'BUY' : 'SELL', quantity })
}

const vanishStop = ({ exchange, draw }: World): void => {
  const stops = [...exchange.record.open.values()].filter(({ status }) => status === 'UNTRIGGERED')
  if (stops.length === 0) return
  exchange.interfere({ kind: 'vanishOrder', venueClientId: draw.pick(stops).venueClientId })
}

const ENDING: Instructed = {
  actor: { type: 'HOST', sub: null, sid: null, ip: null },
  requestId: null,
  idempotency: null,
  reason: 'SIGTERM',
  auditId: 'aud_00000000000000000000000009',
}

/** Shuts down gracefully: announces the end, continues protective actions, and then stays down for a while. */
const goDown = ({ process, scheduler }: World, { afterMs, downMs }: Extract<Mishap, { kind: 'goesDown' }>): void => {
  const { life } = process
  submit(process, { kind: 'beginShutdown', instructed: ENDING })
  scheduler.after(afterMs, () => {
    if (process.life !== life) return
    submit(process, { kind: 'endRun', runId: `run_${process.runs}` })
    scheduler.after(1, () => {
      if (process.life !== life) return
      process.downMs = downMs
      killProcess(process, 'at its own end')
    })
  })
}

/** Healthy state of the disk, except its speed. */
const WELL: Omit<DiskHealth, 'delayMs'> = { journal: 'WRITTEN', audit: 'RECORDED', stopFile: 'WRITTEN' }

/** Makes the disk fail; a new failure replaces the previous one. */
const failDisk = (
  { disk, scheduler, process, stop }: World,
  { health, forMs, killedAfterMs }: Extract<Mishap, { kind: 'diskFails' }>,
): void => {
  const failing = { ...WELL, ...health }
  Object.assign(disk.health, failing)
  stop.causes.add('STORE_FAILED')
  scheduler.after(forMs, () => {
    const { delayMs, ...now } = disk.health
    if (isDeepStrictEqual(now, failing)) Object.assign(disk.health, WELL)
  })
  if (killedAfterMs !== null) scheduler.after(killedAfterMs, () => killProcess(process, 'while the disk fails'))
}

const slowDisk = ({ disk, scheduler }: World, { delayMs, forMs }: Extract<Mishap, { kind: 'diskSlow' }>): void => {
  disk.health.delayMs = delayMs
  scheduler.after(forMs, () => {
    disk.health.delayMs = 0
  })
}

/** Places an order of a later engine, far enough from the market to rest. */
const placeForeignOrder = ({ exchange, plan, scheduler, draw }: World): void => {
  const { symbol } = draw.pick(plan.specs).instrument
  const bid = exchange.market.book(symbol)?.best('BUY')
  if (!bid || !exchange.isUp) return
  const name = venueClientId('ENTRY', FOREIGN_EPOCH, String(draw.whole(0, 1e9)).padStart(26, '0'))
  const price = ticks(Math.round(bid.price * 0.8))
  exchange.send({
    kind: 'submit',
    submission: {
      venueClientId: name,
      terms: {
        symbol,
        side: 'BUY',
        type: 'LIMIT',
        quantity: lots(10),
        price,
        trigger: null,
        timeInForce: 'GTC',
        reduceOnly: false,
      },
      signedAtMs: scheduler.nowMs,
      recvWindowMs: 3_000,
    },
  })
}
