import { describe, expect, it } from 'vitest'
import {
  type Authorship,
  CONTROL_STATES,
  type ControlState,
  isTransition,
  raises,
  TRANSITIONS,
  transitionsFrom,
} from './control-state.ts'

const DOORS: readonly Authorship[] = ['API', 'HOST', 'AUTO']

const ways = (authorships: readonly Authorship[]): (readonly [ControlState, ControlState, Authorship])[] =>
  CONTROL_STATES.flatMap((from) =>
    CONTROL_STATES.flatMap((to) =>
      authorships.filter((by) => isTransition(from, to, by)).map((by) => [from, to, by] as const),
    ),
  )

describe('control transitions', () => {
  it('never raise authority through the API', () => {
    expect(ways(['API']).filter(([from, to]) => raises(from, to))).toEqual([])
  })

  it('raise authority only by the host, or by the engine up to what the host has granted', () => {
    expect(ways(DOORS).filter(([from, to]) => raises(from, to))).toEqual([
      ['RECONCILING', 'RUNNING', 'AUTO'],
      ['RECONCILING', 'PAUSED', 'AUTO'],
      ['DEGRADED', 'RUNNING', 'AUTO'],
      ['PAUSED', 'RUNNING', 'HOST'],
    ])
  })

  it.each([
    ['PAUSED', 'RUNNING', ['HOST']],
    ['HALTED', 'RECONCILING', ['HOST']],
    ['HALTED', 'RUNNING', []],
    ['HALTED', 'PAUSED', []],
    ['RUNNING', 'PAUSED', ['API', 'HOST', 'AUTO']],
    ['DEGRADED', 'PAUSED', ['API', 'HOST', 'AUTO']],
    ['RUNNING', 'DEGRADED', ['AUTO']],
    ['DEGRADED', 'RUNNING', ['AUTO']],
    ['RECONCILING', 'PAUSED', ['AUTO']],
    ['RECONCILING', 'RUNNING', ['AUTO']],
    ['STOPPED', 'RUNNING', []],
    ['STOPPING', 'RUNNING', []],
    ['STOPPING', 'STOPPED', ['AUTO']],
    ['PAUSED', 'STOPPED', []],
  ] as const)('bring %s to %s through %o only', (from, to, authorships) => {
    expect(DOORS.filter((by) => isTransition(from, to, by))).toEqual([...authorships])
  })

  it.each(CONTROL_STATES)('let every actor halt when %s', (state) => {
    expect(DOORS.filter((by) => isTransition(state, 'HALTED', by))).toEqual([...DOORS])
  })

  it('describe each cause in words', () => {
    expect(TRANSITIONS.filter(({ via }) => via.length === 0)).toEqual([])
  })

  it('state that the host clears, restarts or ends a halted engine', () => {
    expect(transitionsFrom('HALTED').map(({ to, via }) => `${to}: ${via}`)).toEqual([
      'RECONCILING: plimsoll start',
      'RECONCILING: plimsoll stop clear',
      'STOPPING: SIGTERM',
    ])
  })
})
