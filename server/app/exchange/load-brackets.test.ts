import { describe, expect, it } from 'vitest'
import { publishedBrackets } from '../../domain/margin/brackets.ts'
import { loadBrackets } from './load-brackets.ts'

/** Builds an exchange that fails so many times, then returns brackets for some of its symbols. */
const anExchange = (failures: number, published = ['BTCUSDT', 'ETHUSDT']) => {
  const missing = new Set(['BTCUSDT', 'ETHUSDT'])
  const closing = new AbortController()
  const remarks: string[] = []
  const pauses: number[] = []
  let requests = 0
  const settled = Promise.withResolvers<void>()
  const source = {
    brackets: publishedBrackets,
    missing: () => [...missing],
    async fetchMissing() {
      if (requests++ < failures) return false
      for (const symbol of published) missing.delete(symbol)
      settled.resolve()
      return true
    },
  }
  const options = {
    name: 'Binance',
    remark: (words: string) => void remarks.push(words),
    async delay(ms: number) {
      pauses.push(ms)
      if (pauses.length > 5) {
        closing.abort()
        settled.resolve()
      }
    },
    signal: closing.signal,
  }
  return { remarks, pauses, begun: loadBrackets(source, options), settled: settled.promise, count: () => requests }
}

const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the margin brackets of an exchange', () => {
  it('are requested once when all are returned', async () => {
    const { remarks, pauses, begun, count } = anExchange(0)
    await begun
    await rest()
    expect([count(), remarks, pauses]).toEqual([1, [], []])
  })

  it('are requested once when only some are returned', async () => {
    const { remarks, begun, count } = anExchange(0, ['BTCUSDT'])
    await begun
    await rest()
    expect(count()).toBe(1)
    expect(remarks).toEqual(['Binance returns no margin brackets for ETHUSDT: stricter ones are used.'])
  })

  it('are requested again every five minutes until the exchange has answered', async () => {
    const { remarks, pauses, begun, settled, count } = anExchange(3)
    await begun
    await settled
    await rest()
    expect([count(), pauses]).toEqual([4, [300_000, 300_000, 300_000]])
    expect(remarks).toEqual([
      'Binance returns no margin brackets for BTCUSDT, ETHUSDT: stricter ones are used until it does.',
      'Binance now returns the margin brackets of BTCUSDT, ETHUSDT: they are used.',
    ])
  })

  it('are no longer requested after the exchange is closed', async () => {
    const { begun, settled, count } = anExchange(100)
    await begun
    await settled
    await rest()
    expect(count()).toBe(6)
  })
})
