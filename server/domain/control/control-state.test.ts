import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTHORITY, CONTROL_STATES, type ControlState, raises } from './control-state.ts'

/** Permissions by state: signals, entries, exits, guardian, cancels, increasing user orders, reducing user orders. */
const ROWS: readonly (readonly [ControlState, 'LIVE' | 'SHADOW' | 'NONE', string])[] = [
  ['STOPPED', 'NONE', '- - g c i r'],
  ['STARTING', 'NONE', '- - - - - -'],
  ['RECONCILING', 'SHADOW', '- - g c - r'],
  ['RUNNING', 'LIVE', 'n x g c i r'],
  ['DEGRADED', 'LIVE', '- x g c i r'],
  ['PAUSED', 'SHADOW', '- x g c i r'],
  ['HALTED', 'SHADOW', '- - g c - r'],
  ['STOPPING', 'NONE', '- - g c - r'],
]

describe('permissions of each state', () => {
  it.each(ROWS)('%s makes signals %s and allows %s', (state, signals, allowed) => {
    const { entries, exits, guardian, cancels, manualIncreasing, manualReducing } = AUTHORITY[state]
    const permissions = [
      entries ? 'n' : '-',
      exits ? 'x' : '-',
      guardian ? 'g' : '-',
      cancels ? 'c' : '-',
      manualIncreasing ? 'i' : '-',
      manualReducing ? 'r' : '-',
    ].join(' ')
    expect([AUTHORITY[state].signals, permissions]).toEqual([signals, allowed])
  })

  it('are defined for every state', () => {
    expect(ROWS.map(([state]) => state)).toEqual([...CONTROL_STATES])
  })
})

describe('authority order', () => {
  it.each([
    ['RUNNING', 'DEGRADED'],
    ['DEGRADED', 'PAUSED'],
    ['PAUSED', 'HALTED'],
    ['PAUSED', 'STOPPED'],
  ] as const)('%s has more authority than %s', (more, less) => {
    expect([raises(less, more), raises(more, less)]).toEqual([true, false])
  })

  it.each(['STARTING', 'RECONCILING', 'STOPPING', 'STOPPED'] as const)('ranks a halt as low as %s', (state) => {
    expect([raises('HALTED', state), raises(state, 'HALTED')]).toEqual([false, false])
  })

  it('is antisymmetric, and never ranks a state above itself', () => {
    const state = fc.constantFrom(...CONTROL_STATES)
    fc.assert(fc.property(state, state, (a, b) => !(raises(a, b) && raises(b, a)) && !raises(a, a)))
  })
})
