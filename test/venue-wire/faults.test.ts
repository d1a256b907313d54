import { describe, expect, it, vi } from 'vitest'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { openStage, type VenueStage } from './venue-stage.ts'

const SYMBOL = { symbol: 'BTCUSDT' }
const BUY = { ...SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010', newClientOrderId: 'doubtful' }

const withFaults = (faults: Partial<WireFaultPlan>): Promise<VenueStage> =>
  openStage({ faults: { ...NO_WIRE_FAULTS, seed: 1, ...faults } })

const lost = (messages: readonly { readonly u: number; readonly pu: number }[]): boolean =>
  messages.slice(1).some(({ pu }, index) => pu !== messages[index]?.u)

const send = (stage: VenueStage) => stage.signed('POST', '/fapi/v1/order', BUY)

describe('faults of the wire', () => {
  it('cut an answer after the order was accepted', async () => {
    const dataDir = aTempDirectory()
    const readAfterCut = async () => {
      const faulty = await openStage({ dataDir, faults: { ...NO_WIRE_FAULTS, responseCut: 1 } })
      await expect(send(faulty)).rejects.toThrow('terminated')
      await faulty.close()
      const whole = await openStage({ dataDir })
      const { body } = await whole.signed('GET', '/fapi/v1/order', { ...SYMBOL, origClientOrderId: 'doubtful' })
      await whole.close()
      return [body.status, body.executedQty]
    }
    // Refused, with the answer cut off as well, until the market opens soon after the server.
    await expect.poll(readAfterCut).toEqual(['FILLED', '0.010'])
  })

  it('send stream events twice', async () => {
    const stage = await withFaults({ streamDuplicated: 1 })
    const listener = await stage.listen('/ws/btcusdt@depth@0ms')
    const first = await listener.until(({ e }) => e === 'depthUpdate')
    await listener.until(({ u }) => u > first.u)
    expect(listener.messages.filter(({ u }) => u === first.u)).toHaveLength(2)
    listener.socket.close()
    await stage.close()
  })

  it('lose messages of a stream, which leaves a gap in its sequence numbers', async () => {
    const stage = await withFaults({ streamDropped: 0.3 })
    const listener = await stage.listen('/ws/btcusdt@depth@0ms')
    await listener.until(() => lost(listener.messages))
    expect(lost(listener.messages)).toBe(true)
    listener.socket.close()
    await stage.close()
  })

  it('close connections and end listen keys early', async () => {
    const stage = await withFaults({ connectionMs: 6_000, listenKeyMs: 3_000 })
    const key = (await stage.keyed('POST', '/fapi/v1/listenKey')).body.listenKey
    const listener = await stage.listen(`/ws/${key}`)
    await listener.until(({ e }) => e === 'listenKeyExpired')
    expect(await listener.closed).toBe(1001)
    await stage.close()
  })

  it('set the clock ahead, so that requests are too old', async () => {
    const stage = await withFaults({ clockSkewMs: 7_000 })
    expect((await send(stage)).body.code).toBe(-1021)
    const beforeMs = Date.now()
    const { body } = await stage.get('/fapi/v1/time')
    expect(body.serverTime).toBeGreaterThanOrEqual(beforeMs + 7_000)
    await stage.close()
  })

  it('make a stop vanish silently', async () => {
    const stage = await withFaults({ stopsVanish: 1 })
    await send(stage)
    const stop = { algoType: 'CONDITIONAL', ...SYMBOL, side: 'SELL', type: 'STOP_MARKET', triggerPrice: '30000' }
    const placed = await stage.signed('POST', '/fapi/v1/algoOrder', { ...stop, closePosition: true })
    expect(placed.status).toBe(200)
    const open = async () => (await stage.signed('GET', '/fapi/v1/openAlgoOrders', SYMBOL)).body
    await vi.waitFor(async () => expect(await open()).toEqual([]), { timeout: 60_000, interval: 100 })
    const response = await stage.signed('GET', '/fapi/v1/algoOrder', { algoId: placed.body.algoId })
    expect(response.body.code).toBe(-2013)
    await stage.close()
  })
})
