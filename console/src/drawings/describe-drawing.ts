import { formatToStep } from '../figures/numbers.ts'
import { DRAWING_KINDS, type Drawing } from './drawing.ts'

/** Returns the name of a drawing: its kind and its prices. */
export const describeDrawing = ({ kind, points, text }: Drawing, tickSize: string): string => {
  const prices = points.map(({ price }) => formatToStep(price.toFixed(10), tickSize)).join(' to ')
  return `${DRAWING_KINDS[kind].title}, ${text === undefined ? prices : `“${text}” at ${prices}`}`
}
