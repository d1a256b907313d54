import { describe, expect, it } from 'vitest'
import { aClient, aDesk, anOracle } from './desk-fixture.ts'
import { readTime } from './read-time.ts'
import { AT_MS } from './reading-fixture.ts'

/** Returns our clock, an exchange whose clock is ahead of it, and a round trip with a delay. */
const aScene = () => {
  const now = { wallMs: AT_MS, monotonicMs: 1_000 }
  const venue = { aheadMs: 0, thereMs: 10, backMs: 10, offsets: [] as number[] }
  const pass = (ms: number): void => {
    now.wallMs += ms
    now.monotonicMs += ms
  }
  const client = aClient(
    {
      async fetchTime() {
        pass(venue.thereMs)
        const serverMs = now.wallMs + venue.aheadMs
        pass(venue.backMs)
        return serverMs
      },
    },
    { setOffset: (offsetMs) => void venue.offsets.push(offsetMs) },
  )
  const { desk } = aDesk(anOracle())
  const timed = { ...desk, client, clock: () => now.wallMs, monotonic: () => now.monotonicMs }
  const samples = { recent: [] }
  return {
    now,
    venue,
    trouble: () => client.troubles.present.get('CLOCK')?.detail,
    read: () => readTime(timed, samples),
    offset: () => venue.offsets.at(-1),
  }
}

describe('the clock of the exchange', () => {
  it('is measured at the midpoint between request and response', async () => {
    const { read, venue, offset } = aScene()
    venue.aheadMs = 300
    expect(await read()).toBe(AT_MS + 310)
    expect(offset()).toBe(300)
  })

  it('follows the fastest of the last eight responses, which bounds the error by half its round trip', async () => {
    const { read, venue, offset } = aScene()
    venue.aheadMs = 200
    await read()
    Object.assign(venue, { thereMs: 400, backMs: 0 })
    for (let count = 0; count < 7; count++) await read()
    expect(offset()).toBe(200)
    await read()
    expect(offset()).toBe(400)
  })

  it('is measured again when one of the clocks was set', async () => {
    const { read, venue, offset } = aScene()
    await read()
    Object.assign(venue, { aheadMs: -5_000, thereMs: 50, backMs: 50 })
    await read()
    expect(offset()).toBe(-5_000)
  })

  it.each([
    [501, /501 ms behind the clock of Binance/],
    [-900, /900 ms ahead of the clock of Binance/],
  ])('raises trouble when it is %i ms off, until it agrees', async (aheadMs, detail) => {
    const { read, venue, trouble } = aScene()
    venue.aheadMs = aheadMs
    await read()
    expect(trouble()).toMatch(detail)
    venue.aheadMs = 0
    await read()
    expect(trouble()).toBeUndefined()
  })

  it('is unknown when the exchange does not respond', async () => {
    const { desk } = aDesk(anOracle())
    expect(await readTime(desk, { recent: [] })).toBeNull()
  })
})
