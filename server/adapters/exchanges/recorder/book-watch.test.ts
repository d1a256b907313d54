import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, applySnapshot, createOrderBook } from '../../../domain/market/order-book.ts'
import { breakWatch, createBookWatch, type DepthNumbers, noteChange, noteSnapshot } from './book-watch.ts'

const change = (u: number, over: Partial<DepthNumbers> = {}): DepthNumbers => ({ U: u - 9, u, pu: u - 10, ...over })

describe('the order book watch', () => {
  it('needs a snapshot from the beginning, and accepts one from within the chain or before its first change', () => {
    for (const id of [91, 95, 100, 5_000, 90]) {
      const watch = createBookWatch()
      expect([noteChange(watch, change(100)), watch.snapshot]).toEqual([false, null])
      expect(noteSnapshot(watch, id)).toBe(true)
      expect([noteChange(watch, change(110)), watch.snapshot]).toEqual([false, id])
    }
  })

  it('requests another when the received one is older than the chain', () => {
    const watch = createBookWatch()
    noteChange(watch, change(100))
    expect([noteSnapshot(watch, 89), watch.snapshot]).toEqual([false, null])
    expect(noteSnapshot(watch, 101)).toBe(true)
  })

  it('requests another when the first accepted one proves to be older than the chain', () => {
    const watch = createBookWatch()
    expect(noteSnapshot(watch, 50)).toBe(true)
    noteChange(watch, change(100))
    expect(watch.snapshot).toBe(null)
    expect(noteSnapshot(createBookWatch(), 50)).toBe(true)
  })

  it('reports when the chain breaks, and requests a snapshot of the new one', () => {
    const watch = createBookWatch()
    noteChange(watch, change(100))
    noteSnapshot(watch, 100)
    expect(noteChange(watch, change(130))).toBe(true)
    expect(watch.snapshot).toBe(null)
    expect(noteSnapshot(watch, 100)).toBe(false)
    expect(noteSnapshot(watch, 125)).toBe(true)
  })

  it('restarts when the connection was lost, without reporting it', () => {
    const watch = createBookWatch()
    noteChange(watch, change(100))
    noteSnapshot(watch, 100)
    breakWatch(watch)
    expect([noteChange(watch, change(200)), watch.snapshot]).toEqual([false, null])
  })

  it('never retains a snapshot from which no order book can be built', () => {
    const step = fc.record({ lost: fc.boolean(), ahead: fc.integer({ min: -30, max: 30 }), requested: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const [watch, book] = [createBookWatch(), createOrderBook()]
        for (const [index, { ahead, requested }] of [...steps.entries()].filter(([, { lost }]) => !lost)) {
          const u = 110 + 10 * index
          noteChange(watch, change(u))
          applyDelta(book, { ...SIDES, firstSequence: u - 9, lastSequence: u, previousSequence: u - 10 })
          const taken = requested && noteSnapshot(watch, u + ahead)
          expect(!taken || applySnapshot(book, { ...SIDES, sequence: u + ahead })).toBe(true)
          expect(watch.snapshot === null || book.state === 'SYNCED').toBe(true)
        }
      }),
    )
  })
})

const SIDES = { symbol: 'X', bids: [], asks: [], exchangeTimeMs: 0 }
