import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import { checkDefinition, isPlugInId, StrategyFault } from './check-definition.ts'

const GIVEN = {
  id: 'MINE',
  name: 'Mine',
  family: 'TREND',
  version: 1,
  params: { fast: 9 },
  warmupBars: 0,
  horizonBars: 1,
  needs: ['FUNDING'],
  begin: () => () => null,
}

describe('checkDefinition', () => {
  it('copies a definition, and nothing more', () => {
    const { begin: _begin, ...checked } = checkDefinition({ ...GIVEN, sourceDigest: 'forged', more: 1 })
    const { begin: _given, ...given } = GIVEN
    expect(checked).toEqual(given)
  })

  it.each<[string, object]>([
    ['id', { id: 'mine' }],
    ['id', { id: 'S01' }],
    ['id', { id: 'S15' }],
    ['id', { id: undefined }],
    ['name', { name: '' }],
    ['family', { family: 'TRENDY' }],
    ['version', { version: 1.5 }],
    ['version', { version: 0 }],
    ['params', { params: [1] }],
    ['params', { params: null }],
    ['params.fast', { params: { fast: '9' } }],
    ['params.fast', { params: { fast: Number.NaN } }],
    ['warmupBars', { warmupBars: 2_017 }],
    ['horizonBars', { horizonBars: 0 }],
    ['horizonBars', { horizonBars: 2_017 }],
    ['needs', { needs: ['BOOK'] }],
    ['needs', { needs: undefined }],
    ['begin', { begin: 'now' }],
  ])('names the wrong field %s: %j', (name, changes) => {
    expect(() => checkDefinition({ ...GIVEN, ...changes })).toThrow(StrategyFault)
    expect(() => checkDefinition({ ...GIVEN, ...changes })).toThrow(name)
  })

  it.each(['S00', 'S16', 'S1', 'SO1', 'A1', 'X_2'])('leaves %s to the user', (id) => {
    expect(isPlugInId(id)).toBe(true)
  })

  it('rejects a strategy from a file that has the id of a built-in one', () => {
    expect(strategiesFor('1h').filter(({ id }) => isPlugInId(id))).toEqual([])
  })

  it('never throws anything but a fault with a message', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.record(Object.fromEntries(Object.keys(GIVEN).map((k) => [k, fc.anything()]))),
    )
    fc.assert(
      fc.property(anything, (exported) => {
        try {
          checkDefinition(exported)
        } catch (error) {
          expect(error).toBeInstanceOf(StrategyFault)
        }
      }),
    )
  })
})
