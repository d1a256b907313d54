import { inBothGapModes } from './pattern.ts'

/**
 * Tristar: three dojis by the first one's threshold, with the middle one separated by a gap. Bars that match both
 * directions are no match.
 */
export const TRISTAR = inBothGapModes({
  id: 'CDL_TRISTAR',
  name: 'Tristar',
  version: 1,
  bars: { STRICT: 13, CONTINUOUS: 13 },
  read: (window, rules) => {
    const first = window.at(2)
    const second = window.at(1)
    const third = window.at(0)
    if (!(Math.max(first.body, second.body, third.body) <= first.dojiBody)) return 0
    const turnsDown = rules.gapsUp(second, first) && third.top < second.top
    const turnsUp = rules.gapsDown(second, first) && third.bottom > second.bottom
    if (turnsDown === turnsUp) return 0
    return turnsUp ? 1 : -1
  },
})
