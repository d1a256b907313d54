import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Scored } from './sample.ts'
import { addSample, createSampleWindow, readSamples, removeSample, setWeights } from './sample-window.ts'

const anyStep = fc.record({
  score: fc.nat(5),
  won: fc.boolean(),
  signalAtMs: fc.nat(20),
  openMs: fc.integer({ min: 1, max: 3 }),
  removes: fc.boolean(),
})

it('always contains the samples that remain, in order of time and of score', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const window = createSampleWindow()
      const queue: Scored[] = []
      const order: Scored[] = []
      for (const { removes, openMs, ...step } of steps) {
        const sample = { ...step, resolvedAtMs: step.signalAtMs + openMs }
        queue.push(sample)
        order.splice(addSample(window, sample), 0, sample)
        const [oldest] = removes ? queue.splice(0, 1) : []
        if (oldest) expect(order.splice(removeSample(window, oldest), 1)).toEqual([oldest])
      }
      const weights = Float64Array.from(order.keys())
      const expected = createSampleWindow(queue)
      for (const one of [window, expected]) setWeights(one, weights)
      expect(readSamples(window)).toEqual(readSamples(expected))
    }),
  )
})
