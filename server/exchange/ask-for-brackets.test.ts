import { describe, expect, it } from 'vitest'
import { publishedBrackets } from '../domain/margin/published-brackets.ts'
import { askForBrackets } from './ask-for-brackets.ts'

/** An exchange that does not answer so many times, then tells of some of its symbols. */
const anExchange = (failures: number, tells = ['BTCUSDT', 'ETHUSDT']) => {
  const missing = new Set(['BTCUSDT', 'ETHUSDT'])
  const closing = new AbortController()
  const remarks: string[] = []
  const pauses: number[] = []
  let asked = 0
  const settled = Promise.withResolvers<void>()
  const told = {
    brackets: publishedBrackets,
    missing: () => [...missing],
    async ask() {
      if (asked++ < failures) return false
      for (const symbol of tells) missing.delete(symbol)
      settled.resolve()
      return true
    },
  }
  const asking = {
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
  return { remarks, pauses, begun: askForBrackets(told, asking), settled: settled.promise, count: () => asked }
}

const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the margin brackets of an exchange', () => {
  it('are asked for once where they are told', async () => {
    const { remarks, pauses, begun, count } = anExchange(0)
    await begun
    await rest()
    expect([count(), remarks, pauses]).toEqual([1, [], []])
  })

  it('are asked for once where it tells some and not others', async () => {
    const { remarks, begun, count } = anExchange(0, ['BTCUSDT'])
    await begun
    await rest()
    expect(count()).toBe(1)
    expect(remarks).toEqual(['Binance does not tell the margin brackets of ETHUSDT: stricter ones are used.'])
  })

  it('are asked for again every five minutes until it has answered', async () => {
    const { remarks, pauses, begun, settled, count } = anExchange(3)
    await begun
    await settled
    await rest()
    expect([count(), pauses]).toEqual([4, [300_000, 300_000, 300_000]])
    expect(remarks).toEqual([
      'Binance does not tell the margin brackets of BTCUSDT, ETHUSDT: stricter ones are used until it does.',
      'Binance tells the margin brackets of BTCUSDT, ETHUSDT now: they are used.',
    ])
  })

  it('are not asked for any more when the exchange is left', async () => {
    const { begun, settled, count } = anExchange(100)
    await begun
    await settled
    await rest()
    expect(count()).toBe(6)
  })
})
