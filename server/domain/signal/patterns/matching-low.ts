import type { PatternDefinition } from './pattern.ts'

/** Matching low: two black bars with the same close. */
export const MATCHING_LOW: PatternDefinition = {
  id: 'CDL_MATCHING_LOW',
  name: 'Matching low',
  gapMode: null,
  version: 1,
  bars: 7,
  directional: true,
  read: (window) => {
    const bar = window.at(0)
    const before = window.at(1)
    if (bar.color !== -1 || before.color !== -1) return 0
    return bar.close <= before.close + before.equal && bar.close >= before.close - before.equal ? 1 : 0
  },
}
