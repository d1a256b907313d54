import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, openHarness } from '../../../test/support/trading-floor.ts'

describe('the exchange time', () => {
  it('is requested again within seconds when the response was lost, since no order is sent without it', () => {
    const harness = openHarness()
    const { clock } = harness.state.session
    clock.dueAtMs = harness.nowMs
    harness.pass(200)
    const lost = harness.take().filter(({ kind }) => kind === 'readTime')
    expect(lost).toHaveLength(1)
    const readAtMs: number[] = []
    harness.pass(10_000, (request) => {
      if (request.kind === 'readTime') readAtMs.push(harness.nowMs)
      answerRead(harness.publish, request, { account: anAccount(), serverTimeMs: harness.nowMs })
    })
    expect(readAtMs).toHaveLength(1)
    expect(harness.nowMs - clock.atMs).toBeLessThan(8_000)
  })

  /** A comparison whose response took `roundTripMs` and reported a clock `aheadMs` ahead. */
  const compare = (harness: ReturnType<typeof openHarness>, roundTripMs: number, aheadMs = 0): void => {
    harness.take()
    harness.state.session.clock.dueAtMs = harness.nowMs
    harness.pass(100)
    const request = harness.take().find(({ kind }) => kind === 'readTime')
    const sentAtMs = harness.nowMs
    harness.pass(roundTripMs)
    if (request)
      answerRead(harness.publish, request, { account: null, serverTimeMs: sentAtMs + roundTripMs / 2 + aheadMs })
  }

  it('retains the better comparison when a slow answer agrees with it', () => {
    const harness = openHarness()
    const { clock } = harness.state.session
    compare(harness, 200)
    compare(harness, 2_900, 400)
    expect(clock).toMatchObject({ offsetMs: 0, atMs: harness.nowMs })
    expect(clock.errorMs).toBeLessThan(101)
  })

  it('compares again within two seconds when the only comparison was slow', () => {
    const harness = openHarness()
    const { clock } = harness.state.session
    Object.assign(clock, { offsetMs: null, errorMs: null })
    compare(harness, 1_400)
    expect(clock.errorMs).toBe(700)
    harness.pass(2_000, (request) =>
      answerRead(harness.publish, request, { account: anAccount(), serverTimeMs: harness.nowMs }),
    )
    expect(clock.errorMs).toBeLessThanOrEqual(100)
  })

  it('adopts the new comparison when both cannot be true', () => {
    const harness = openHarness()
    const { clock } = harness.state.session
    compare(harness, 200)
    compare(harness, 2_000, 5_000)
    expect(clock).toMatchObject({ offsetMs: 5_000, errorMs: 1_000 })
  })
})
