import { describe, expect, it } from 'vitest'
import { aStage, type Stage, type StageParts } from '../../../../test/support/venue-stage.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms } from '../../../domain/order/order.ts'

/** 10 lots long at 60,000, and buyers at 59,990. */
const long = (parts: StageParts = {}): Stage => {
  const stage = aStage(parts)
  stage.mark(600_000)
  stage.quote('SELL', 600_000, 10)
  stage.submit({}, { id: 'entry' })
  stage.quote('BUY', 599_900, 100)
  return stage
}

const reducing = (quantity: number, price = 601_000): Partial<OrderTerms> => ({
  side: 'SELL',
  quantity: lots(quantity),
  price: ticks(price),
  reduceOnly: true,
})

const atMarket = (quantity: number): Partial<OrderTerms> => ({
  side: 'SELL',
  type: 'MARKET',
  price: null,
  quantity: lots(quantity),
})

const readLast = (stage: Stage, id: string) => {
  const report = stage.reportsFor(id).at(-1)
  return [report?.status, report?.filled, report?.reason]
}

const readPosition = (stage: Stage): number => stage.account().positions[0]?.quantity ?? 0

describe('a reduce-only order', () => {
  it('larger than the position closes it and stops there', () => {
    const stage = long()
    stage.submit({ ...atMarket(25), reduceOnly: true }, { id: 'close' })
    expect(readPosition(stage)).toBe(0)
    expect(readLast(stage, 'close')).toEqual(['EXPIRED', 10, 'REDUCE_ONLY'])
  })

  it('that rests is reduced to the position, and ends cancelled when that is filled', () => {
    const stage = long()
    stage.submit(reducing(25), { id: 'rest' })
    stage.quote('BUY', 601_000, 50)
    expect(readPosition(stage)).toBe(0)
    expect(readLast(stage, 'rest')).toEqual(['CANCELED', 10, 'REDUCE_ONLY'])
  })

  it('is rejected when others already cover the full position', () => {
    const stage = long()
    stage.submit(reducing(10))
    expect(stage.submit(reducing(1))).toMatchObject({ kind: 'rejected', rejection: { category: 'REDUCE_ONLY' } })
    expect(stage.submit({ ...atMarket(1), reduceOnly: true }).kind).toBe('accepted')
  })

  it('gives way, newest first, when the position shrinks', () => {
    const stage = long()
    stage.submit(reducing(4), { id: 'old' })
    stage.submit(reducing(3), { id: 'middle' })
    stage.submit(reducing(3), { id: 'new' })
    stage.submit(atMarket(5), { id: 'part' })
    expect([readLast(stage, 'old'), readLast(stage, 'middle'), readLast(stage, 'new')]).toEqual([
      ['NEW', 0, null],
      ['NEW', 0, null],
      ['CANCELED', 0, 'REDUCE_ONLY'],
    ])
    stage.quote('BUY', 601_000, 50)
    expect(readPosition(stage)).toBe(0)
    expect([readLast(stage, 'old'), readLast(stage, 'middle')]).toEqual([
      ['FILLED', 4, null],
      ['CANCELED', 1, 'REDUCE_ONLY'],
    ])
  })

  it('expires when the position is closed, and so does a waiting stop', () => {
    const stage = long()
    stage.submit(reducing(10), { id: 'rest' })
    const trigger = { price: ticks(590_000), by: 'MARK' } as const
    stage.submit({ ...reducing(10), type: 'STOP_MARKET', price: null, trigger }, { id: 'stop' })
    stage.submit(atMarket(10))
    expect([readLast(stage, 'rest'), readLast(stage, 'stop')]).toEqual([
      ['EXPIRED', 0, 'REDUCE_ONLY'],
      ['EXPIRED', 0, 'REDUCE_ONLY'],
    ])
    expect(stage.account().openOrders).toEqual([])
  })

  it('keeps waiting for its trigger where the rules allow it, and expires when triggered', () => {
    const stage = long({ endsWithPosition: ({ quantity }) => quantity > 100 })
    const stop = { ...reducing(10), type: 'STOP_MARKET', price: null } as const
    stage.submit({ ...stop, trigger: { price: ticks(590_000), by: 'MARK' } }, { id: 'stop' })
    stage.submit({ ...stop, quantity: lots(1_000), trigger: { price: ticks(590_000), by: 'MARK' } }, { id: 'all' })
    stage.submit(atMarket(10))
    expect([readLast(stage, 'stop'), readLast(stage, 'all')]).toEqual([
      ['UNTRIGGERED', 0, null],
      ['EXPIRED', 0, 'REDUCE_ONLY'],
    ])
    stage.reopen()
    stage.clock.nowMs += 1_000
    stage.mark(589_000)
    expect(readLast(stage, 'stop')).toEqual(['EXPIRED', 0, 'REDUCE_ONLY'])
    expect(readPosition(stage)).toBe(0)
  })

  it('expires when the position reverses', () => {
    const stage = long()
    stage.submit(reducing(10), { id: 'rest' })
    stage.submit(atMarket(15))
    expect([readPosition(stage), readLast(stage, 'rest')]).toEqual([-5, ['EXPIRED', 0, 'REDUCE_ONLY']])
  })

  it('is not filled in the same sweep in which the position closes before it', () => {
    const stage = long()
    stage.submit({ side: 'SELL', quantity: lots(10), price: ticks(600_500) }, { id: 'plain' })
    stage.submit(reducing(10), { id: 'rest' })
    stage.quote('BUY', 602_000, 50)
    expect([readPosition(stage), readLast(stage, 'plain'), readLast(stage, 'rest')]).toEqual([
      0,
      ['FILLED', 10, null],
      ['EXPIRED', 0, 'REDUCE_ONLY'],
    ])
  })
})
