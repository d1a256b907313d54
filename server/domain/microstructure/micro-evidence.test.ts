import { expect, it } from 'vitest'
import { HOUR_MS } from '../../core/instant.ts'
import { parseTagged, printTagged } from '../../core/tagged-json.ts'
import { readMedian, sampleDepth } from './book-depth.ts'
import { countEvent, rateReading, watchUntil } from './event-rate.ts'
import { setHour } from './hourly-series.ts'
import { readBaseline, resumeBaseline } from './micro-reading.ts'
import { createMicro, type Micro } from './micro-state.ts'
import { advanceSketch, tally } from './quantile-sketch.ts'

const DEPTH = {
  spreadBps: 2,
  depthUsd10bps: { bid: 10, ask: 20 },
  depthUsd50bps: { bid: 1, ask: 1 },
  imbalance10bps: 0,
}

const watched = (): Micro => {
  const micro = createMicro()
  for (let atMs = 0; atMs <= 3 * HOUR_MS; atMs += 10_000) {
    watchUntil(micro.spoofRate, atMs)
    sampleDepth(micro.depth, DEPTH, atMs)
  }
  for (let event = 0; event < 9; event++) countEvent(micro.spoofRate, 3 * HOUR_MS)
  advanceSketch(micro.levels.addSizes, 3 * HOUR_MS)
  tally(micro.levels.addSizes, 100)
  setHour(micro.fleeting, HOUR_MS, 0.5)
  micro.traps.push(HOUR_MS)
  return micro
}

const resumed = (micro: Micro): Micro => {
  const next = createMicro()
  resumeBaseline(next, parseTagged(printTagged(readBaseline(micro))))
  return next
}

it('continues every baseline after a restart', () => {
  const before = watched()
  const after = resumed(before)
  expect(readBaseline(after)).toEqual(readBaseline(before))
  expect(rateReading(after.spoofRate, 3 * HOUR_MS)).toEqual(rateReading(before.spoofRate, 3 * HOUR_MS))
  expect(readMedian(after.depth.spreads)).toEqual(readMedian(before.depth.spreads))
})

it('continues exactly the same distribution', () => {
  const [before, after] = [watched(), resumed(watched())]
  for (const { depth, levels } of [before, after]) {
    sampleDepth(depth, { ...DEPTH, spreadBps: 9 }, 3 * HOUR_MS + 60_000)
    tally(levels.addSizes, 7)
  }
  expect(readBaseline(after)).toEqual(readBaseline(before))
})

it('counts no time in between as observed', () => {
  const after = resumed(watched())
  const observed = after.spoofRate.current.observedMs
  watchUntil(after.spoofRate, 3 * HOUR_MS + 30 * 60_000)
  expect(after.spoofRate.current.observedMs).toBe(observed)
})

it('rejects a baseline of another form and changes nothing', () => {
  const micro = createMicro()
  expect(() => resumeBaseline(micro, { depth: {} })).toThrow(TypeError)
  expect(readBaseline(micro)).toEqual(readBaseline(createMicro()))
})
