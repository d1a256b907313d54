import { type Instant, SECOND_MS } from '../../../server/core/instant.ts'
import type { Flatten } from '../../../server/domain/control/stop.ts'
import type { Draw } from './draw.ts'
import type { Stroke } from './stroke.ts'

/** Control action of a user. */
export type Deed =
  /** Through the API; `stroke` is the point at which the process is killed, if any. */
  | { readonly kind: 'stop'; readonly flatten: Flatten; readonly stroke: Stroke | null; readonly downMs: number }
  | { readonly kind: 'pause' }
  /** Stop file, created by hand. */
  | { readonly kind: 'stopFile' }

export interface PlannedDeed {
  readonly atMs: Instant
  readonly deed: Deed
}

interface Times {
  readonly startMs: Instant
  readonly calmMs: Instant
}

/** Plans the control actions; none in two seeds of five. */
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

/** Points during a stop at which the process can be killed: memory, file, audit and journal, and each sent cancel. */
const STROKES: readonly Stroke[] = [
  { kind: 'beforeFile' },
  { kind: 'afterFile' },
  { kind: 'beforeAppend' },
  { kind: 'afterAppend' },
  { kind: 'afterEffect', count: 1 },
  { kind: 'afterEffect', count: 2 },
  { kind: 'afterEffect', count: 3 },
]
