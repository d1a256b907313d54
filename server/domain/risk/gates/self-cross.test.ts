import { describe, expect, it } from 'vitest'
import { type GateCase, MARK, readGate } from '../../../../test/support/risk-samples.ts'
import { ticks } from '../../market/instrument.ts'
import { selfCross } from './self-cross.ts'

describe('self-crossing orders', () => {
  it.each<GateCase>([
    { title: 'passes with no own order', expected: { pass: true, observed: 'NONE' } },
    {
      title: 'passes a buy one tick below our ask',
      view: { ownBest: { bid: null, ask: ticks(MARK + 1) } },
      expected: { pass: true, observed: 'CLEAR' },
    },
    {
      title: 'fails a buy at our ask',
      view: { ownBest: { bid: null, ask: ticks(MARK) } },
      expected: {
        pass: false,
        observed: 'CROSSES',
        detail: 'the order would trade with our own SELL order at 100000.0: cancel that order, or choose another price',
      },
    },
    {
      title: 'passes a sale a tick above our bid',
      candidate: { terms: { side: 'SELL' } },
      view: { ownBest: { bid: ticks(MARK - 1), ask: null } },
      expected: { pass: true },
    },
    {
      title: 'fails a sale at our bid',
      candidate: { terms: { side: 'SELL' } },
      view: { ownBest: { bid: ticks(MARK), ask: null } },
      expected: { pass: false },
    },
    {
      title: 'does not mind an own order of the same side',
      view: { ownBest: { bid: ticks(MARK), ask: null } },
      expected: { pass: true },
    },
    {
      title: 'takes the collar of a MARKET order',
      candidate: { terms: { type: 'MARKET', price: MARK + 300 } },
      view: { ownBest: { bid: null, ask: ticks(MARK + 300) } },
      expected: { pass: false },
    },
    {
      title: 'fails an order that goes to any price',
      candidate: { terms: { type: 'MARKET', price: null } },
      view: { ownBest: { bid: null, ask: ticks(2 * MARK) } },
      expected: { pass: false },
    },
    {
      title: 'lets a conditional order wait',
      candidate: { terms: { type: 'STOP_MARKET', price: null, trigger: MARK } },
      view: { ownBest: { bid: null, ask: ticks(MARK) } },
      expected: { pass: true },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(selfCross, inputs)).toMatchObject(expected)
  })
})
