import type { PatternDefinition } from './pattern.ts'
import type { Shape } from './shape.ts'

/**
 * Three black crows: three black bars after a white one, each opening within the previous body and closing near its
 * low.
 */
export const THREE_BLACK_CROWS: PatternDefinition = {
  id: 'CDL_THREE_BLACK_CROWS',
  name: 'Three black crows',
  gapMode: null,
  version: 1,
  bars: 14,
  directional: true,
  read: (window) => {
    const before = window.at(3)
    const first = window.at(2)
    const second = window.at(1)
    const third = window.at(0)
    if (before.color !== 1 || first.close >= before.high) return 0
    if (!isCrow(first) || !isCrow(second) || !isCrow(third)) return 0
    return sinksFrom(second, first) && sinksFrom(third, second) ? -1 : 0
  },
}

/** Returns whether a bar is black with hardly any lower shadow. */
const isCrow = ({ color, lowerShadow, veryShortShadow }: Shape): boolean =>
  color === -1 && lowerShadow < veryShortShadow

/** Returns whether a bar opens within the previous black body and closes below it. */
const sinksFrom = (bar: Shape, before: Shape): boolean =>
  bar.open < before.open && bar.open > before.close && bar.close < before.close
