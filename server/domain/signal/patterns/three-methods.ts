import type { PatternDefinition, Sign } from './pattern.ts'
import { isLong, isShort, type Shape } from './shape.ts'

/**
 * Rising and falling three methods: a long bar, three short bars that retrace within its range, and a long bar that
 * continues the move.
 */
export const RISE_FALL_THREE_METHODS: PatternDefinition = {
  id: 'CDL_RISE_FALL_THREE_METHODS',
  name: 'Rising or falling three methods',
  gapMode: null,
  version: 1,
  bars: 15,
  directional: true,
  read: (window) => {
    const first = window.at(4)
    const last = window.at(0)
    const sign = first.color
    if (last.color !== sign || !isLong(first) || !isLong(last)) return 0
    const second = window.at(3)
    const third = window.at(2)
    const fourth = window.at(1)
    if (!isPause(second, first) || !isPause(third, first) || !isPause(fourth, first)) return 0
    if (!isBeyond(second.close, third.close, sign) || !isBeyond(third.close, fourth.close, sign)) return 0
    return isBeyond(last.open, fourth.close, sign) && isBeyond(last.close, first.close, sign) ? sign : 0
  },
}

/** Returns whether a short body of the other colour lies at least partly within the range of the first bar. */
const isPause = (bar: Shape, first: Shape): boolean =>
  bar.color !== first.color && isShort(bar) && bar.bottom < first.high && bar.top > first.low

const isBeyond = (price: number, other: number, sign: Sign): boolean => (sign === 1 ? price > other : price < other)
