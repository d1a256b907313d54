import { describe, expect, it } from 'vitest'
import { aDesk, anOracle, type Oracle } from './desk-fixture.ts'
import type { RawFill } from './order-dialect.ts'
import { publishMessage } from './parse-message.ts'
import { aRawFill } from './reading-fixture.ts'

/** Returns the events for an execution in a stream message, at an exchange that lists `fills`. */
const publishedFills = async (fill: RawFill, overrides: Partial<Oracle>) => {
  const { desk, venueEvents } = aDesk(anOracle(overrides))
  const dialect = { ...desk.dialect, stream: { ...desk.dialect.stream, parseMessage: () => ({ fills: [fill] }) } }
  publishMessage({ ...desk, dialect }, {})
  await new Promise(setImmediate)
  return venueEvents.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []))
}

describe('an execution of the stream without a fee', () => {
  const feeless = aRawFill({ fee: '', feeAsset: '' })

  it('is read again and booked with the fee the exchange lists', async () => {
    const [fill, ...others] = await publishedFills(feeless, { fills: [aRawFill({ fee: '0.11' })] })
    expect(fill).toMatchObject({ execId: 'BTCUSDT:700001', fee: 11_000_000n })
    expect(fill).not.toHaveProperty('feeEstimated')
    expect(others).toEqual([])
  })

  it('is booked with an estimate when the exchange does not list it yet, or does not answer', async () => {
    const failing = () => {
      throw new Error('other side closed')
    }
    for (const overrides of [{ fills: [] }, { onQuery: failing }, { fills: [feeless] }]) {
      expect(await publishedFills(feeless, overrides)).toMatchObject([{ fee: 15_000_025n, feeEstimated: true }])
    }
  })
})
