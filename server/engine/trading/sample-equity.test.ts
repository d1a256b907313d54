import { expect, it } from 'vitest'
import { aPosition } from '../../../test/support/book-samples.ts'
import { BALANCE, type Harness, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { lots } from '../../domain/market/instrument.ts'

const USDT = 100_000_000n

/** Long 0.010 BTC from the mark: a USDT for every 1,000 ticks. */
const openHolder = (): Harness => {
  const harness = openHarness()
  const cost = 600n * USDT
  harness.state.ledger.positions.set('BTCUSDT', aPosition({ cost, entered: { quantity: lots(10), value: cost } }))
  harness.pass(MINUTE_MS)
  return harness
}

const listSamples = ({ facts }: Harness): bigint[] =>
  facts.flatMap((fact) => (fact.kind === 'equitySampled' ? [fact.equity - BALANCE] : []))

it('stores the peak between two minutes as a separate sample, so that it does not fall', () => {
  const harness = openHolder()
  const before = listSamples(harness).length
  for (const rise of [1_000, 4_000, 2_000]) {
    harness.mark(MARK + rise)
    harness.pass(5_000)
  }
  const topAtMs = harness.state.session.equityTop?.atMs
  harness.pass(MINUTE_MS)
  expect(listSamples(harness).slice(before)).toEqual([4n * USDT, 2n * USDT])
  const { peak, peakAtMs } = harness.state.ledger.equity
  expect({ peak: peak - BALANCE, peakAtMs }).toEqual({ peak: 4n * USDT, peakAtMs: topAtMs })
  expect(harness.state.session.equityTop).toBeNull()
})

it('stores an unchanged value once when the minute is over, and no peak below the current one', () => {
  const harness = openHolder()
  const before = listSamples(harness).length
  for (const rise of [4_000, 0, 1_000, 0]) {
    harness.mark(MARK + rise)
    harness.pass(rise === 1_000 ? 5_000 : MINUTE_MS)
  }
  expect(listSamples(harness).slice(before)).toEqual([4n * USDT, 0n])
})
