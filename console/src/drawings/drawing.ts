/** Drawings of the user on a chart: kinds, parsing of stored drawings, and changes to their points. */

import { t } from '../messages/messages.ts'

/** Point of a drawing: an instant and a price. */
export interface Point {
  readonly atMs: number
  readonly price: number
}

export interface Drawing {
  readonly id: string
  readonly kind: DrawingKind
  /** Number of points: `DRAWING_KINDS[kind].points`. */
  readonly points: readonly Point[]
  /** Text of a note. */
  readonly text?: string
}

/** All kinds, in the order of the menu. */
export const DRAWING_KINDS = {
  trend: { title: t('Trend line'), points: 2 },
  ray: { title: t('Ray'), points: 2 },
  horizontal: { title: t('Horizontal line'), points: 1 },
  rectangle: { title: t('Rectangle'), points: 2 },
  fib: { title: t('Fib retracement'), points: 2 },
  text: { title: t('Text'), points: 1 },
} as const

export type DrawingKind = keyof typeof DRAWING_KINDS

export const KINDS = Object.keys(DRAWING_KINDS) as readonly DrawingKind[]

/** Parses stored drawings; returns none for an invalid string. */
export const parseDrawings = (text: string | null): readonly Drawing[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isDrawing).slice(-DRAWINGS_MAX) : []
  } catch {
    return []
  }
}

/** Maximum number of drawings per instrument; the oldest are dropped beyond it. */
export const DRAWINGS_MAX = 100
export const TEXT_MAX = 80

const isDrawing = (value: unknown): value is Drawing => {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, points, text = '' } = value as Record<string, unknown>
  const known = KINDS.find((one) => one === kind)
  return (
    typeof id === 'string' &&
    known !== undefined &&
    typeof text === 'string' &&
    text.length <= TEXT_MAX &&
    Array.isArray(points) &&
    points.length === DRAWING_KINDS[known].points &&
    points.every(isPoint)
  )
}

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  'atMs' in value &&
  Number.isFinite(value.atMs) &&
  'price' in value &&
  Number.isFinite(value.price)

/** Returns a drawing with one of its points moved. */
export const withPoint = (drawing: Drawing, index: number, point: Point): Drawing => ({
  ...drawing,
  points: drawing.points.map((before, at) => (at === index ? point : before)),
})

/** Returns a drawing moved by a time and a price. */
export const movedBy = (drawing: Drawing, byMs: number, byPrice: number): Drawing => ({
  ...drawing,
  points: drawing.points.map(({ atMs, price }) => ({ atMs: atMs + byMs, price: price + byPrice })),
})

/** Returns an unused drawing ID. */
export const nextId = (drawings: readonly Pick<Drawing, 'id'>[]): string =>
  String(1 + Math.max(0, ...drawings.map(({ id }) => Number(id)).filter(Number.isFinite)))
