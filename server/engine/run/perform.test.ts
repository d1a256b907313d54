import { describe, expect, it } from 'vitest'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { anOrderRequest, INSTRUCTED, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { OrderRequest } from '../model/events.ts'
import type { VenueEvent, VenueRequest } from '../model/venue.ts'
import { createStopSwitch } from '../state/stop-switch.ts'
import { perform } from './perform.ts'
import { step } from './step.ts'

const ORDER = 'ord_00000000000000000000000091'
const REDUCING = { side: 'SELL', price: ticks(MARK + 1_000), reduceOnly: true } as const

/** An engine whose lease can be lost between a decision and its sending. */
const aBench = () => {
  const lease = { isHeld: true, epoch: null, held: () => lease.isHeld }
  const { state, nowMs, ...harness } = openHarness({ lease })
  const requests: VenueRequest[] = []
  const events: VenueEvent[] = []
  const gate = { reasons: [] as (string | undefined)[] }
  const venue = {
    open: () => {},
    close: () => {},
    send(request: VenueRequest, getBlocker?: () => string | undefined) {
      requests.push(request)
      lease.isHeld = false
      gate.reasons.push(getBlocker?.())
    },
  }
  const venueSink = { offer: (event: VenueEvent) => events.push(event) > 0 }
  const stopSwitch = createStopSwitch(createMemoryStopFile())
  const parts = { venue, venueSink, clock: () => nowMs, requestBook: () => {} }
  const outside = { ...parts, stopSwitch, lease, memory: { failure: null } }
  const decide = (request: Partial<OrderRequest> = {}) =>
    step(state, {
      kind: 'command',
      command: {
        kind: 'placeOrder',
        orderId: ORDER,
        venueSeed: ORDER.slice(4),
        request: anOrderRequest(request),
        instructed: INSTRUCTED,
      },
      atMs: nowMs,
    }).effects.filter(({ kind }) => kind === 'submitOrder')
  return {
    ...harness,
    state,
    lease,
    requests,
    events,
    gate,
    decide,
    leave: (effects: ReturnType<typeof decide>) => {
      for (const effect of effects) perform(effect, state, outside)
    },
  }
}

describe('an order that was decided while the lease was held', () => {
  it('is not sent when it increases risk and the lease is lost by then', () => {
    const bench = aBench()
    const effects = bench.decide()
    bench.lease.isHeld = false
    bench.leave(effects)
    expect(bench.requests).toEqual([])
    expect(bench.events).toMatchObject([{ kind: 'notSent', reason: 'LEASE_LOST' }])
  })

  it('is checked again by the exchange port right before the bytes leave', () => {
    const bench = aBench()
    bench.leave(bench.decide())
    expect(bench.requests).toMatchObject([{ kind: 'submit' }])
    expect(bench.gate.reasons).toEqual(['LEASE_LOST'])
  })

  it('is sent when it only reduces', () => {
    const bench = aBench()
    const effects = bench.decide(REDUCING)
    bench.lease.isHeld = false
    bench.leave(effects)
    expect(bench.requests).toMatchObject([{ kind: 'submit' }])
    expect(bench.gate.reasons).toEqual([undefined])
  })
})

describe('an order that is proposed without the lease', () => {
  it('is denied by its gate', () => {
    const bench = aBench()
    bench.lease.isHeld = false
    expect(bench.decide()).toEqual([])
    expect(bench.order(ORDER)).toMatchObject({ status: 'DENIED', statusReason: 'G03 LEASE' })
  })
})
