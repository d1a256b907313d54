import { describe, expect, it } from 'vitest'
import { aDesk, anOracle, type Oracle } from './desk-fixture.ts'
import { hearMessage } from './hear.ts'
import type { ToldFill } from './order-dialect.ts'
import { aToldFill } from './reading-fixture.ts'

/** What the engine is told of an execution in a message of the stream, at an exchange that lists `fills`. */
const fillsHeard = async (fill: ToldFill, says: Partial<Oracle>) => {
  const { desk, told } = aDesk(anOracle(says))
  const dialect = { ...desk.dialect, stream: { ...desk.dialect.stream, hear: () => ({ fills: [fill] }) } }
  hearMessage({ ...desk, dialect }, {})
  await new Promise(setImmediate)
  return told.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []))
}

describe('an execution of the stream without a fee', () => {
  const feeless = aToldFill({ fee: '', feeAsset: '' })

  it('is read again and booked with the fee the exchange lists', async () => {
    const [fill, ...others] = await fillsHeard(feeless, { fills: [aToldFill({ fee: '0.11' })] })
    expect(fill).toMatchObject({ execId: 'BTCUSDT:700001', fee: 11_000_000n })
    expect(fill).not.toHaveProperty('feeEstimated')
    expect(others).toEqual([])
  })

  it('is booked with an estimate when the exchange does not list it yet, or does not answer', async () => {
    const failing = () => {
      throw new Error('other side closed')
    }
    for (const says of [{ fills: [] }, { asked: failing }, { fills: [feeless] }]) {
      expect(await fillsHeard(feeless, says)).toMatchObject([{ fee: 15_000_025n, feeEstimated: true }])
    }
  })
})
