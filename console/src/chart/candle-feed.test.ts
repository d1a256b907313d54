import { expect, it } from 'vitest'
import { type Candles, NO_CANDLES, openCandleFeed, PAGE } from './candle-feed.ts'
import { aCandle, MINUTE_MS } from './candle-samples.ts'
import type { Candle } from './candles.ts'

const minutes = (from: number, to: number): Candle[] =>
  Array.from({ length: to - from + 1 }, (_, index) => aCandle(from + index))

/** A market whose candles reach from one minute to another, and what is seen of it. */
const start = (span: { from: number; to: number; fails?: boolean }) => {
  const reads: (number | undefined)[] = []
  let now: Candles = NO_CANDLES
  let publish: (...candles: Candle[]) => void = () => {}
  const feed = openCandleFeed({
    async read(beforeMs) {
      reads.push(beforeMs)
      if (span.fails) throw new Error('not now')
      const matches = minutes(span.from, span.to).filter(({ openTimeMs }) => openTimeMs < (beforeMs ?? Infinity))
      return { items: matches.slice(-PAGE), gaps: [] }
    },
    follow(listener) {
      publish = (...items) => listener({ items, source: null })
      return () => {}
    },
    onChange(candles) {
      now = candles
    },
  })
  const range = () => now.candles && [now.candles[0], now.candles.at(-1)].map((at) => (at?.openTimeMs ?? 0) / MINUTE_MS)
  return { span, feed, reads, range, now: () => now, publish: (...candles: Candle[]) => publish(...candles) }
}

it('starts with the history and the updates received meanwhile', async () => {
  const { publish, range, reads } = start({ from: 1, to: 10 })
  publish(aCandle(10), aCandle(11))
  expect(range()).toBeUndefined()
  await expect.poll(range).toEqual([1, 11])
  expect(reads).toEqual([undefined])
})

it('reloads the history once when an update does not follow it', async () => {
  const { span, publish, range, reads } = start({ from: 1, to: 10 })
  await expect.poll(range).toEqual([1, 10])
  span.to = 20
  publish(aCandle(20))
  publish(aCandle(20), aCandle(21))
  expect(range()).toEqual([1, 10])
  await expect.poll(range).toEqual([1, 21])
  publish(aCandle(22))
  expect([range(), reads]).toEqual([
    [1, 22],
    [undefined, undefined],
  ])
})

it('leaves a gap where the market has one', async () => {
  const { publish, range, reads } = start({ from: 1, to: 10 })
  await expect.poll(range).toEqual([1, 10])
  publish(aCandle(15))
  await expect.poll(range).toEqual([1, 15])
  expect(reads).toHaveLength(2)
})

it('loads older pages until there are no more', async () => {
  const { feed, range, reads, now } = start({ from: 1, to: PAGE + 10 })
  await expect.poll(range).toEqual([11, PAGE + 10])
  feed.older()
  feed.older()
  await expect.poll(range).toEqual([1, PAGE + 10])
  expect(now().hasOlder).toBe(false)
  feed.older()
  expect(reads).toEqual([undefined, 11 * MINUTE_MS])
})

it('reports why loading failed, and retries on request', async () => {
  const { span, feed, range, now } = start({ from: 1, to: 10, fails: true })
  await expect.poll(() => String(now().error)).toBe('Error: not now')
  span.fails = false
  feed.again()
  await expect.poll(range).toEqual([1, 10])
  expect(now().error).toBeUndefined()
})
