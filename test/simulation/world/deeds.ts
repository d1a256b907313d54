import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import type { Flatten } from '../../../server/domain/control/stop.ts'
import type { Draw } from './draw.ts'
import type { Stroke } from './stroke.ts'

/** Something a person does to the engine itself. */
export type Deed =
  /** Through the API; `stroke` is where the process dies of it, if it does. */
  | { readonly kind: 'stop'; readonly flatten: Flatten; readonly stroke: Stroke | null; readonly downMs: number }
  | { readonly kind: 'pause' }
  /** The file, made by hand. */
  | { readonly kind: 'stopFile' }

export interface PlannedDeed {
  readonly atMs: Instant
  readonly deed: Deed
}

interface Times {
  readonly startMs: Instant
  readonly calmMs: Instant
}

/** None in two seeds of five. */
export const planDeeds = (draw: Draw, { startMs, calmMs }: Times): PlannedDeed[] => {
  if (draw.chance(0.4)) return []
  const when = (): Instant => draw.whole(startMs + 2 * SECOND_MS, calmMs)
  const stops = draw.chance(0.75) ? draw.whole(1, 2) : 0
  const pauses = draw.chance(0.6) ? draw.whole(1, 3) : 0
  const files = draw.chance(0.25) ? 1 : 0
  return [
    ...Array.from({ length: stops }, () => stopsAt(draw, when())).flat(),
    ...Array.from({ length: pauses }, () => ({ atMs: when(), deed: { kind: 'pause' } as const })),
    ...Array.from({ length: files }, () => ({ atMs: when(), deed: { kind: 'stopFile' } as const })),
  ]
}

/** Returns the planned stops; at times a stop is requested twice, also with a wider scope. */
const stopsAt = (draw: Draw, atMs: Instant): PlannedDeed[] => {
  const first = { atMs, deed: drawStop(draw) }
  if (!draw.chance(0.35)) return [first]
  return [first, { atMs: atMs + draw.pick([0, 20, 800, 4_000, 12_000]), deed: drawStop(draw) }]
}

const drawStop = (draw: Draw): Deed => ({
  kind: 'stop',
  flatten: draw.chance(0.4) ? 'REDUCE_ONLY' : 'NONE',
  stroke: draw.chance(0.35) ? draw.pick(STROKES) : null,
  downMs: draw.whole(50, 4_000),
})

/** Every point of a stop: memory, file, audit and journal, and each cancel that leaves. */
const STROKES: readonly Stroke[] = [
  { kind: 'beforeFile' },
  { kind: 'afterFile' },
  { kind: 'beforeAppend' },
  { kind: 'afterAppend' },
  { kind: 'afterEffect', count: 1 },
  { kind: 'afterEffect', count: 2 },
  { kind: 'afterEffect', count: 3 },
]
