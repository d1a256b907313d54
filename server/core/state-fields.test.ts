import { describe, expect, it } from 'vitest'
import { listFields, readFields, writeFields } from './state-fields.ts'
import { parseTagged, printTagged } from './tagged-json.ts'

const aState = () => ({
  count: 0,
  last: null as { readonly atMs: number } | null,
  values: new Float64Array(2),
  slices: [new Uint32Array(2), new Uint32Array(2)],
  names: [] as string[],
  open: new Map<string, number>(),
})

const createFields = (state: ReturnType<typeof aState>) => ({
  all: listFields(state, 'count', 'last', 'values', 'slices', 'names', 'open'),
})

const FULL = {
  count: 3,
  last: { atMs: 5 },
  values: new Float64Array([1, 2]),
  slices: [new Uint32Array([1, 0]), new Uint32Array([0, 9])],
  names: ['a', 'b'],
  open: new Map([['x', 1]]),
}

const saved = (state: ReturnType<typeof aState>): unknown => parseTagged(printTagged(readFields(createFields(state))))

describe('writeFields', () => {
  it('restores a state into its own arrays, lists and maps', () => {
    const state = aState()
    const { values, slices, names, open } = state
    writeFields(createFields(state), saved(FULL))
    expect(state).toEqual(FULL)
    expect([state.values, state.slices, state.names, state.open]).toEqual([values, slices, names, open])
    expect(state.slices[0]).toBe(slices[0])
  })

  it.each<[string, object]>([
    ['array', { values: new Float64Array(3) }],
    ['list of arrays', { slices: [new Uint32Array(2)] }],
    ['number', { count: 'three' }],
    ['map', { open: [] }],
  ])('rejects a saved %s of another form and changes nothing', (_what, change) => {
    const state = aState()
    expect(() => writeFields(createFields(state), { all: { ...FULL, ...change } })).toThrow(TypeError)
    expect(state).toEqual(aState())
  })

  it.each([null, {}, { all: {} }, 7])('rejects %o, which is no saved state', (value) => {
    expect(() => writeFields(createFields(aState()), value)).toThrow(TypeError)
  })
})
