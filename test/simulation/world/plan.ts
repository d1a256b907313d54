import { INSTRUMENT_SPECS, type InstrumentSpec } from '../../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../server/core/instant.ts'
import { createRandom, hash32 } from '../../../server/core/random.ts'
import { createInstrument } from '../../../server/domain/market/instrument.ts'
import type { Constitution } from '../../../server/domain/risk/constitution.ts'
import { type PlannedDeed, planDeeds } from './deeds.ts'
import type { DiskHealth } from './disk.ts'
import { createDraw, type Draw } from './draw.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'
import { LIMITS } from './limits.ts'
import type { Stroke } from './stroke.ts'

/** Period with one kind of fault on the wire. */
export interface FaultWindow {
  readonly kind: FaultKind
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Disturbance other than the actions of users. */
export type Mishap =
  | { readonly kind: 'crash'; readonly stroke: Stroke | null; readonly downMs: number }
  | { readonly kind: 'pause'; readonly forMs: number; readonly atSend: boolean }
  | { readonly kind: 'exchangeDown'; readonly forMs: number }
  | { readonly kind: 'marketSilent'; readonly forMs: number }
  | { readonly kind: 'clockStep'; readonly byMs: number; readonly forMs: number }
  | { readonly kind: 'handTrade'; readonly size: number }
  | { readonly kind: 'stopVanishes' }
  | { readonly kind: 'foreignOrder' }
  /** The process receives a shutdown request, and ends after a while. */
  | { readonly kind: 'goesDown'; readonly afterMs: number; readonly downMs: number }
  /** Writes fail or are diverted; the process may be killed meanwhile. */
  | {
      readonly kind: 'diskFails'
      readonly health: Partial<DiskHealth>
      readonly forMs: number
      readonly killedAfterMs: number | null
    }
  /** Journal appends take this long, while the engine continues. */
  | { readonly kind: 'diskSlow'; readonly delayMs: number; readonly forMs: number }

export interface SeedPlan {
  readonly seed: number
  readonly startMs: Instant
  /** Instant after which nothing goes wrong and no user acts. */
  readonly calmMs: Instant
  readonly endMs: Instant
  readonly specs: readonly InstrumentSpec[]
  readonly constitution: Constitution
  readonly openingUsdt: number
  /** Lead of the engine's clock over the exchange's. */
  readonly skewMs: number
  readonly meanWaitMs: number
  readonly ordinaryUsdt: number
  readonly faults: readonly FaultWindow[]
  readonly mishaps: readonly { readonly atMs: Instant; readonly mishap: Mishap }[]
  /** Control actions of users. */
  readonly deeds: readonly PlannedDeed[]
  /** Instant until which a host checks in and clears stops and pauses. */
  readonly hostUntilMs: Instant
  /** True when the engine may resume automatically after a restart. */
  readonly autoResume: boolean
}

/** Midnight of a Saturday; funding is settled every eight hours from it. */
const MIDNIGHT_MS = Date.UTC(2026, 10, 21)
/** Time needed at the end of a seed to become quiet. */
const CALM_MS = MINUTE_MS

/** Returns all planned events of a seed, but not their consequences; always the same for a seed. */
export const drawPlan = (seed: number, minutes: number): SeedPlan => {
  const draw = createDraw(createRandom(hash32(seed, 77)))
  const startMs =
    MIDNIGHT_MS +
    8 * HOUR_MS * draw.whole(0, 2) +
    (draw.chance(0.3) ? 8 * HOUR_MS - MINUTE_MS : MINUTE_MS * draw.whole(1, 400))
  const endMs = startMs + minutes * MINUTE_MS
  const calmMs = Math.max(startMs + MINUTE_MS / 2, endMs - CALM_MS)
  const times = { startMs, calmMs }
  return {
    seed,
    ...times,
    endMs,
    specs: drawSpecs(draw),
    constitution: draw.chance(0.7) ? LIMITS.roomy : LIMITS.tight,
    openingUsdt: draw.pick([20_000, 100_000, 100_000]),
    skewMs: draw.whole(-300, 300),
    meanWaitMs: draw.pick([500, 1_000, 2_500]),
    ordinaryUsdt: draw.pick([600, 3_000, 9_000]),
    faults: drawFaults(draw, times),
    mishaps: drawMishaps(draw, times),
    ...drawPeople(createDraw(createRandom(hash32(seed, 78))), { ...times, endMs }),
  }
}

/** In a quarter of the seeds the host is absent at the end, and stops remain engaged. */
const drawPeople = (draw: Draw, { endMs, ...times }: Times & { readonly endMs: Instant }) => ({
  deeds: planDeeds(draw, times),
  hostUntilMs: draw.chance(0.75) ? endMs : times.calmMs,
  autoResume: draw.chance(0.8),
})

/** Larger ticks than the listed ones, so that a fast price updates fewer quotes and seeds run faster. */
const TICK_SIZES = ['2', '0.1']

/** Draws instruments whose prices move fast enough to reach stops within minutes. */
const drawSpecs = (draw: Draw): InstrumentSpec[] => {
  const dailyVolatility = draw.pick([0.05, 0.15, 0.3])
  const wanted = draw.chance(0.25) ? 2 : 1
  return INSTRUMENT_SPECS.slice(0, wanted).map(({ instrument, ...spec }, index) => {
    const { symbol, minNotional, maxLeverage } = instrument
    const filters = { symbol, tickSize: TICK_SIZES[index] ?? '1', lotSize: '0.001', minNotional, maxLeverage }
    return { ...spec, instrument: createInstrument(filters), dailyVolatility, beta: 1 }
  })
}

interface Times {
  readonly startMs: Instant
  readonly calmMs: Instant
}

/** Draws faults: none in a third of the seeds, otherwise one to four kinds for a while each. */
const drawFaults = (draw: Draw, { startMs, calmMs }: Times): FaultWindow[] => {
  if (draw.chance(1 / 3)) return []
  return Array.from({ length: draw.whole(1, 4) }, () => {
    const fromMs = draw.whole(startMs + 2 * SECOND_MS, calmMs)
    return { kind: draw.pick(FAULT_KINDS), fromMs, toMs: Math.min(calmMs, fromMs + draw.whole(3, 60) * SECOND_MS) }
  })
}

/** Each kind of mishap, with its probability per seed and its maximum count. */
const MISHAPS: readonly (readonly [odds: number, most: number, draw: (draw: Draw) => Mishap])[] = [
  [0.7, 3, (draw) => ({ kind: 'crash', stroke: drawStroke(draw), downMs: draw.whole(50, 4_000) })],
  [0.25, 2, (draw) => ({ kind: 'pause', forMs: draw.pick([1_000, 4_000, 15_000, 60_000]), atSend: draw.chance(0.5) })],
  [0.15, 1, (draw) => ({ kind: 'exchangeDown', forMs: draw.whole(200, 8_000) })],
  [0.2, 1, (draw) => ({ kind: 'marketSilent', forMs: draw.whole(1_000, 12_000) })],
  [0.15, 1, (draw) => ({ kind: 'clockStep', byMs: draw.pick([-2_000, 2_000]), forMs: draw.whole(2_000, 40_000) })],
  [0.2, 2, (draw) => ({ kind: 'handTrade', size: draw.pick([-2, -1, -0.3, 0.3, 1, 2]) })],
  [0.3, 3, () => ({ kind: 'stopVanishes' })],
  [0.15, 1, () => ({ kind: 'foreignOrder' })],
  [0.25, 2, (draw) => drawDiskFailure(draw)],
  [0.15, 1, (draw) => ({ kind: 'goesDown', afterMs: draw.whole(0, 8_000), downMs: draw.whole(50, 4_000) })],
  [
    0.4,
    3,
    (draw) => ({ kind: 'diskSlow', delayMs: draw.pick([1, 5, 40, 300, 2_000]), forMs: draw.whole(1_000, 60_000) }),
  ],
]

const DISK_FAILURES: readonly Partial<DiskHealth>[] = [
  { journal: 'FAILS' },
  { journal: 'FAILS', audit: 'LOST', stopFile: 'EMPTY' },
  { journal: 'FAILS', audit: 'LOST', stopFile: 'NOTHING' },
  { audit: 'SPOOLED' },
  { audit: 'LOST' },
  { stopFile: 'EMPTY' },
  { stopFile: 'NOTHING' },
]

const drawDiskFailure = (draw: Draw): Mishap => {
  const forMs = draw.pick([50, 900, 4_000, 20_000])
  const killedAfterMs = draw.chance(0.4) ? draw.whole(0, forMs) : null
  return { kind: 'diskFails', health: draw.pick(DISK_FAILURES), forMs, killedAfterMs }
}

const drawStroke = (draw: Draw): Stroke | null =>
  draw.pick([
    null,
    { kind: 'beforeAppend' },
    { kind: 'afterAppend' },
    { kind: 'afterEffect', count: 1 },
    { kind: 'afterEffect', count: draw.whole(1, 3) },
  ])

const drawMishaps = (draw: Draw, { startMs, calmMs }: Times): SeedPlan['mishaps'] =>
  MISHAPS.flatMap(([odds, most, drawMishap]) => {
    const count = draw.chance(odds) ? draw.whole(1, most) : 0
    return Array.from({ length: count }, () => ({ atMs: draw.whole(startMs + 1, calmMs), mishap: drawMishap(draw) }))
  })
