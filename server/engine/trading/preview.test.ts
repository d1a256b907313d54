import { describe, expect, it } from 'vitest'
import { anOrderRequest, openFloor } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { previewOrder } from './preview.ts'

describe('previewOrder', () => {
  it.each([
    [599_999, 1_999_996_667n],
    [599_998, 1_999_993_333n],
    [599_997, 1_999_990_000n],
  ])('asks at a price of %s ticks for the margin to the nearest unit, as positions do', (price, initialMargin) => {
    const floor = openFloor()
    const request = anOrderRequest({ price: ticks(price), size: { quantity: lots(1) } })
    const preview = previewOrder(floor.state, request, floor.nowMs)
    expect(preview).toMatchObject({ ok: true, value: { notional: BigInt(price) * 10_000n, initialMargin } })
  })
})
