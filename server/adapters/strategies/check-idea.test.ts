import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StrategyFault } from './check-definition.ts'
import { checkIdea } from './check-idea.ts'

const BAR = { openMs: 0, open: 100, high: 101, low: 99, close: 100, volume: 1, takerBuyVolume: null }
const LONG = { kind: 'ENTER', direction: 'LONG', score: 1, stopLoss: 98, takeProfit: 104, features: { atr: 1 } }
const SHORT = { ...LONG, direction: 'SHORT', stopLoss: 102, takeProfit: 96 }
const EXIT = { kind: 'EXIT', direction: 'SHORT', features: {} }

describe('checkIdea', () => {
  it.each([LONG, SHORT, EXIT])('accepts a valid idea: %j', (idea) => {
    expect(checkIdea({ ...idea, more: () => {} }, BAR)).toEqual(idea)
  })

  it.each([null, undefined])('treats %s as none', (output) => {
    expect(checkIdea(output, BAR)).toBeNull()
  })

  it.each<[string, unknown]>([
    ['immediately', Promise.resolve(LONG)],
    ['idea or null', true],
    ['idea or null', 'LONG'],
    ['ENTER or EXIT', { ...LONG, kind: 'BUY' }],
    ['ENTER or EXIT', { direction: 'LONG', features: {} }],
    ['LONG or SHORT', { ...LONG, direction: 'UP' }],
    ['LONG or SHORT', { ...EXIT, direction: undefined }],
    ['score', { ...LONG, score: Number.NaN }],
    ['stopLoss', { ...LONG, stopLoss: Number.POSITIVE_INFINITY }],
    ['takeProfit', { ...LONG, takeProfit: '104' }],
    ['not on the correct sides', { ...LONG, stopLoss: 100 }],
    ['not on the correct sides', { ...LONG, stopLoss: -1 }],
    ['not on the correct sides', { ...LONG, stopLoss: 104, takeProfit: 98 }],
    ['not on the correct sides', { ...SHORT, takeProfit: 100 }],
    ['features', { ...LONG, features: null }],
    ['feature atr', { ...LONG, features: { atr: Number.NaN } }],
    ['feature atr', { ...EXIT, features: { atr: '1' } }],
    ['32 features', { ...LONG, features: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`f${n}`, n])) }],
  ])('reports the fault (%s) of %j', (words, output) => {
    expect(() => checkIdea(output, BAR)).toThrow(StrategyFault)
    expect(() => checkIdea(output, BAR)).toThrow(words)
  })

  it('always requires the close to lie between stop and target', () => {
    const figure = fc.double({ min: 1, max: 200 })
    const entry = fc.record({ direction: fc.constantFrom('LONG', 'SHORT'), stopLoss: figure, takeProfit: figure })
    fc.assert(
      fc.property(entry, (prices) => {
        try {
          const idea = checkIdea({ ...LONG, ...prices }, BAR)
          if (idea?.kind !== 'ENTER') throw new Error('it was an entry')
          const sign = idea.direction === 'LONG' ? 1 : -1
          expect((BAR.close - idea.stopLoss) * sign).toBeGreaterThan(0)
          expect((idea.takeProfit - BAR.close) * sign).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(StrategyFault)
        }
      }),
    )
  })
})
