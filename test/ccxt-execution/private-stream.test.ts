import { describe, expect, it, type TestContext, vi } from 'vitest'
import { lots, ticks } from '../../server/domain/market/instrument.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../../venue/exchange/faults/wire-fault-plan.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { openStage, type StageOptions, type VenueStage } from '../venue-wire/venue-stage.ts'
import { openRelay, type Relay } from './relay.ts'
import { openTradingClient, type TradingClient, type TradingClientOptions } from './trading-client.ts'

interface Scene {
  readonly stage: VenueStage
  readonly relay: Relay
  readonly trader: TradingClient
}

/** The adapter, a network between, and the exchange. */
const begin = async (
  { onTestFinished }: TestContext,
  exchange: StageOptions = {},
  client: Partial<TradingClientOptions> = {},
): Promise<Scene> => {
  const stage = await openStage(exchange)
  const relay = await openRelay(stage.url)
  const trader = await openTradingClient({ url: relay.url, ...client })
  onTestFinished(async () => {
    await trader.close()
    await relay.close()
    await stage.close()
  })
  return { stage, relay, trader }
}

const faults = (plan: Partial<WireFaultPlan>): StageOptions => ({ faults: { ...NO_WIRE_FAULTS, seed: 1, ...plan } })

const streamStates = (trader: TradingClient): string[] => trader.of('stream').map(({ state }) => state)

const untilStates = (trader: TradingClient, count: number): Promise<unknown> =>
  trader.until(() => streamStates(trader).length >= count)

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' } as const

/** Trades on the account from outside the platform. */
const trade = (stage: VenueStage, newClientOrderId: string) =>
  stage.signed('POST', '/fapi/v1/order', { ...BUY, newClientOrderId })

const FILL_OF = (id: string) => (trader: TradingClient) =>
  trader.of('fill').find(({ fill }) => fill.venueClientId === id)

/** Returns the total filled quantity: a market order may take more than one level of the order book. */
const filledQuantity = (trader: TradingClient, id: string): number =>
  trader.of('fill').reduce((sum, { fill }) => sum + (fill.venueClientId === id ? fill.quantity : 0), 0)

describe.concurrent('the account stream', { timeout: 120_000 }, () => {
  it('is reported as lost immediately when the connection is cut, and reconnects', async (context) => {
    const { stage, relay, trader } = await begin(context)
    await trader.connected()
    relay.cut()
    await untilStates(trader, 3)
    expect(streamStates(trader)).toEqual(['connected', 'lost', 'connected'])
    expect(trader.troubles.map(([state, code]) => `${state} ${code}`)).toEqual([
      'raised PRIVATE_STREAM',
      'cleared PRIVATE_STREAM',
    ])
    await trade(stage, 'afterwards')
    await trader.until(() => filledQuantity(trader, 'afterwards') === 10)
  })

  it('reconnects with a new listen key when the exchange lets the key expire', async (context) => {
    const { stage, trader } = await begin(context, faults({ listenKeyMs: 5_000 }))
    await untilStates(trader, 3)
    expect(streamStates(trader).slice(0, 3)).toEqual(['connected', 'lost', 'connected'])
    expect(trader.troubles[0]?.[2]).toContain('the listen key has expired')
    // The next key expires as soon: on a busy machine an order may fall between two connections.
    let count = 0
    const readFills = async (): Promise<number> => {
      await trade(stage, `afterwards-${++count}`)
      return trader.of('fill').length
    }
    await context.expect.poll(readFills, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0)
  })

  it('reconnects when the exchange closes it because of its age', async (context) => {
    const { trader } = await begin(context, faults({ connectionMs: 500 }))
    await untilStates(trader, 3)
    expect(streamStates(trader).slice(0, 3)).toEqual(['connected', 'lost', 'connected'])
  })

  it('is dropped when nothing arrives, not even an answer to a ping', async (context) => {
    const { relay, trader } = await begin(context, {}, { haste: 10 })
    await trader.connected()
    relay.freeze()
    await trader.until(() => streamStates(trader).at(-1) === 'lost')
    relay.cut()
    await trader.until(() => streamStates(trader).at(-1) === 'connected')
  })

  it('is dropped when this process was suspended', async (context) => {
    const asleep = { ms: 0 }
    const { trader } = await begin(context, {}, { clock: () => Date.now() + asleep.ms })
    await trader.connected()
    asleep.ms = 30_000
    await untilStates(trader, 3)
    expect(trader.troubles.map(([, , detail]) => detail).join()).toContain('this process was suspended')
  })

  it('retries slowly with a key that the exchange refuses, and reports the refusal', async (context) => {
    const { trader } = await begin(
      context,
      {},
      { keys: { apiKey: 'w'.repeat(64), secret: 's'.repeat(64) }, haste: 100 },
    )
    const refused = () => trader.troubles.find(([state, code]) => state === 'raised' && code === 'KEY_REFUSED')
    expect((await trader.until(refused))[2]).toContain('-2015')
    expect(streamStates(trader)).toEqual([])
    expect(JSON.stringify(trader.troubles)).not.toContain('w'.repeat(8))
  })

  it('emits nothing and leaves no connection open once it is closed', async (context) => {
    const { stage, relay, trader } = await begin(context)
    await trader.connected()
    const eventsBefore = trader.events.length
    expect(relay.sockets).toBe(1)
    void trader.venue.close()
    await trader.until(() => relay.sockets === 0)
    await trade(stage, 'afterwards')
    await stage.get('/fapi/v1/time')
    expect(trader.events).toHaveLength(eventsBefore)
  })
})

describe.concurrent('events of the account stream', { timeout: 120_000 }, () => {
  it('stay separate when simultaneous: a coalesced update would lose some', async (context) => {
    const { trader, stage } = await begin(context)
    await trader.connected()
    await trade(stage, 'steps')
    const reports = () => trader.of('report').filter(({ report }) => report.venueClientId === 'steps')
    await trader.until(() => reports().some(({ report }) => report.status === 'FILLED'))
    expect(reports().map(({ report }) => report.status)).toEqual(['NEW', 'FILLED'])
    const [first, second] = reports().map(({ report }) => report.sequence)
    expect(Number(first)).toBeLessThan(Number(second))
  })

  it('have the same id however often they are delivered', async (context) => {
    const { trader, stage } = await begin(context, faults({ streamDuplicated: 1 }))
    await trader.connected()
    await trade(stage, 'twice')
    await trader.until(() => trader.of('fill').length >= 2)
    const ids = trader.of('fill').map(({ fill }) => fill.execId)
    expect(new Set(ids).size).toBe(ids.length / 2)
    const account = await vi.waitUntil(() => trader.account(), { timeout: 30_000 })
    expect(account.fills.map(({ execId }) => execId)).toEqual([...new Set(ids)])
  })

  it('are all included in the account that is read after a loss', async (context) => {
    const { trader, stage, relay } = await begin(context)
    await trader.connected()
    relay.cut()
    await trade(stage, 'unheard')
    await untilStates(trader, 3)
    const account = await trader.account()
    expect(account?.fills.every(({ venueClientId }) => venueClientId === 'unheard')).toBe(true)
    expect(account?.fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10)
    expect(account?.positions).toMatchObject([{ symbol: 'BTCUSDT', quantity: 10 }])
  })

  it('wait in order for an engine that is behind', async (context) => {
    const taking = { events: true }
    const { trader, stage } = await begin(context, {}, { takes: () => taking.events })
    await trader.connected()
    taking.events = false
    await trade(stage, 'first')
    await trade(stage, 'second')
    taking.events = true
    await trader.until(() => FILL_OF('second')(trader))
    expect(trader.of('fill').map(({ fill }) => fill.venueClientId)).toEqual(['first', 'second'])
  })

  it('prove with each message that the stream is alive', async (context) => {
    const { trader } = await begin(context)
    await trader.connected()
    await trader.submit({ price: ticks(300_000), quantity: lots(1) }, 'tE000100000000000000000000000A')
    await trader.until(() => trader.of('heartbeat')[0])
  })
})

describe('an exchange that restarts', () => {
  it('is found with its full state by the same client', async () => {
    const dataDir = aTempDirectory()
    const first = await openStage({ dataDir })
    const relay = await openRelay(first.url)
    const trader = await openTradingClient({ url: relay.url })
    await trader.connected()
    await trader.submit({ type: 'MARKET', timeInForce: 'IOC' }, 'tE000100000000000000000000000A')
    const before = await trader.account()
    await first.close()
    const second = await openStage({ dataDir })
    relay.leadTo(second.url)
    await trader.until(() => streamStates(trader).length >= 3)
    const after = await trader.account()
    expect([after?.fills, after?.walletBalance]).toEqual([before?.fills, before?.walletBalance])
    expect(after?.positions).toMatchObject([{ quantity: 10 }])
    await trader.close()
    await relay.close()
    await second.close()
  })
})
