import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, openFloor } from '../../../test/support/trading-floor.ts'

describe('the time of the exchange', () => {
  it('is requested again within seconds when the response was lost, since no order is sent without it', () => {
    const floor = openFloor()
    const { clock } = floor.state.session
    clock.dueAtMs = floor.nowMs
    floor.pass(200)
    const lost = floor.take().filter(({ kind }) => kind === 'readTime')
    expect(lost).toHaveLength(1)
    const readAtMs: number[] = []
    floor.pass(10_000, (request) => {
      if (request.kind === 'readTime') readAtMs.push(floor.nowMs)
      answerRead(floor.publish, request, { account: anAccount(), serverTimeMs: floor.nowMs })
    })
    expect(readAtMs).toHaveLength(1)
    expect(floor.nowMs - clock.atMs).toBeLessThan(8_000)
  })

  /** A comparison whose response took `roundTripMs` and reported a clock `aheadMs` ahead. */
  const compare = (floor: ReturnType<typeof openFloor>, roundTripMs: number, aheadMs = 0): void => {
    floor.take()
    floor.state.session.clock.dueAtMs = floor.nowMs
    floor.pass(100)
    const request = floor.take().find(({ kind }) => kind === 'readTime')
    const sentAtMs = floor.nowMs
    floor.pass(roundTripMs)
    if (request)
      answerRead(floor.publish, request, { account: null, serverTimeMs: sentAtMs + roundTripMs / 2 + aheadMs })
  }

  it('keeps the better comparison when a slow answer agrees with it', () => {
    const floor = openFloor()
    const { clock } = floor.state.session
    compare(floor, 200)
    compare(floor, 2_900, 400)
    expect(clock).toMatchObject({ offsetMs: 0, atMs: floor.nowMs })
    expect(clock.errorMs).toBeLessThan(101)
  })

  it('compares again within two seconds when the only comparison was slow', () => {
    const floor = openFloor()
    const { clock } = floor.state.session
    Object.assign(clock, { offsetMs: null, errorMs: null })
    compare(floor, 1_400)
    expect(clock.errorMs).toBe(700)
    floor.pass(2_000, (request) =>
      answerRead(floor.publish, request, { account: anAccount(), serverTimeMs: floor.nowMs }),
    )
    expect(clock.errorMs).toBeLessThanOrEqual(100)
  })

  it('takes the new comparison when both cannot be true', () => {
    const floor = openFloor()
    const { clock } = floor.state.session
    compare(floor, 200)
    compare(floor, 2_000, 5_000)
    expect(clock).toMatchObject({ offsetMs: 5_000, errorMs: 1_000 })
  })
})
