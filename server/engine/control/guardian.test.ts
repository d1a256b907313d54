import { describe, expect, it } from 'vitest'
import { bringTo, type ControlFloor, openControlFloor } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { step } from '../run/step.ts'

/** The stop of the position, and the one that is placed when it is gone. */
const loseStop = (floor: ControlFloor): readonly [lost: string | undefined, placed: string | undefined] => {
  const [lost] = floor.names()
  floor.open.clear()
  floor.run(15_000)
  return [lost, floor.names()[0]]
}

const WAYS: readonly (readonly [string, (floor: ControlFloor) => void])[] = [
  ['runs', () => {}],
  ['is degraded', (floor) => bringTo(floor, 'DEGRADED')],
  ['is paused', (floor) => bringTo(floor, 'PAUSED')],
  ['is stopped', (floor) => bringTo(floor, 'HALTED')],
  ['goes down', (floor) => bringTo(floor, 'STOPPING')],
  [
    'cannot write',
    (floor) => void step(floor.state, { kind: 'store', failure: 'the disk is full', atMs: floor.nowMs }),
  ],
]

describe('the guardian of an engine that', () => {
  it.each(WAYS)('%s places a stop that is lost again, and verifies it', (_name, bring) => {
    const floor = openControlFloor()
    floor.enter()
    bring(floor)
    const [lost, placed] = loseStop(floor)
    expect(placed).toMatch(/^tS/)
    expect(placed).not.toBe(lost)
    expect(floor.position()?.protection).toMatchObject({ state: 'VERIFIED', covered: 10 })
  })

  it.each(WAYS)('%s closes what cannot be protected within its time', (_name, bring) => {
    const floor = openControlFloor()
    floor.enter()
    bring(floor)
    floor.manners.refuses = ({ terms }) => terms.type === 'STOP_MARKET'
    floor.open.clear()
    floor.run(25_000)
    const closes = floor.sent.flatMap((request) =>
      request.kind === 'submit' && request.submission.venueClientId.startsWith('tC') ? [request.submission.terms] : [],
    )
    expect(closes).toEqual([expect.objectContaining({ side: 'SELL', quantity: 10, reduceOnly: true })])
    expect(closes[0]?.price).toBeLessThan(MARK)
    expect(floor.position()).toBeUndefined()
  })
})
