import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { DRAWING_KINDS, type Drawing } from './drawing.ts'

/** Returns the name of a drawing: its kind and its prices. */
export const describeDrawing = ({ kind, points, text }: Drawing, tickSize: string): string => {
  const prices = points.map(({ price }) => formatToStep(price.toFixed(10), tickSize)).join(t(' to '))
  return `${DRAWING_KINDS[kind].title}, ${text === undefined ? prices : t('“{text}” at {prices}', { text, prices })}`
}
