import { CHANNELS } from '../../contract/stream/channels.ts'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import type { EngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { tradingReader } from '../../server/app/engine-state.ts'
import { HOUR_MS, type Instant } from '../../server/core/instant.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { reportsOn } from '../../server/monitor/frame/reports.ts'
import { SURFACES } from '../../server/monitor/surfaces/index.ts'
import { createControlViews } from '../../server/views/control-views.ts'
import { createMarketViews } from '../../server/views/market-views.ts'
import { createSignalViews } from '../../server/views/signal-views.ts'
import { createTradingViews } from '../../server/views/trading-views.ts'
import { type ChannelParts, openChannels } from '../../server/ws/channels/index.ts'
import type { Channels } from '../../server/ws/source.ts'
import { type ChannelUpdate, parseData, readChannel } from '../support/channel-reader.ts'
import { aControlReader } from '../support/control-stage.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { aSnapshot } from '../support/truth-samples.ts'
import { runUntil } from './run-market.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'

/** Address of every channel, with a sample value for each parameter. */
export const ALL_CHANNELS = CHANNELS.map(({ address }) => ({
  address,
  name: address.replace('{symbol}', 'BTCUSDT').replace('{interval}', '5m').replace('{depth}', '20'),
}))

/** Autotrading engine over three markets, with its views and the channels built from them. */
export interface ChannelStage {
  readonly market: TradedMarket
  readonly parts: ChannelParts
  readonly channels: Channels
  /** Messages that a subscriber to all channels received, by channel; each message has the documented form. */
  readonly received: ReadonlyMap<string, readonly ChannelUpdate<unknown>[]>
  subscribe(): void
  /** Advances the market and delivers the resulting messages to the subscriber. */
  runFor(ms: number): void
}

export const openChannelStage = (store: EngineStore): ChannelStage => {
  const specs = INSTRUMENT_SPECS.slice(0, 3)
  const market = openTradedMarket({ seed: 1, startMs: WEEK_START_MS, store, specs, historyMs: 48 * HOUR_MS })
  const views = viewsOn(market)
  const channels = openChannels(views)
  const received = new Map<string, ChannelUpdate<unknown>[]>()
  const readers: ((facts: readonly Fact[]) => void)[] = []
  let known = 0
  let untilMs = market.nowMs

  const publish = (): void => {
    const facts = market.facts.slice(known)
    known = market.facts.length
    views.views.onFacts(facts)
    channels.note(facts)
    for (const read of readers) read(facts)
  }
  publish()

  return {
    market,
    parts: views,
    channels,
    received,
    subscribe() {
      for (const { address, name } of ALL_CHANNELS) {
        const updates: ChannelUpdate<unknown>[] = []
        received.set(address, updates)
        readers.push(createReader(channels, { address, name, updates, now: () => market.nowMs }))
      }
    },
    runFor(ms) {
      untilMs += ms
      runUntil(market, untilMs)
      publish()
    },
  }
}

const viewsOn = (market: TradedMarket) => {
  const { state } = market.life
  const { store } = market
  const now = (): Instant => market.nowMs
  const reader = tradingReader({ published: state, store }, now)
  const { signals, trading } = store
  const { strategiesFor, books } = state.rules
  const marketNowMs = (): Instant => state.market.clockMs
  return {
    views: createMarketViews({ market: state.market, candles: store.candles, origin: 'SIMULATOR', runId: 'run' }),
    trading: createTradingViews(reader),
    signals: createSignalViews({ ...reader, signals, strategiesFor, books, marketNowMs }),
    controlViews: createControlViews(aControlReader(state, { signals, store: trading, now })),
    monitor: reportsOn(aSnapshot({}), SURFACES),
    research: undefined,
  }
}

interface Reading {
  readonly address: string
  readonly name: string
  readonly updates: ChannelUpdate<unknown>[]
  readonly now: () => Instant
}

/** Subscribes, and returns a function to call with each batch of durable changes. */
const createReader = (channels: Channels, { address, name, updates, now }: Reading) => {
  const opened = channels.open(name)
  if (!opened.ok) throw new Error(`${name}: ${opened.error.detail}`)
  const source = opened.value
  const keep = (type: ChannelUpdate<unknown>['type'], json: string | undefined): void => {
    if (json !== undefined) updates.push({ type, data: parseData(address, json) })
  }
  if (source.delivery === 'LOSSLESS') {
    keep('snapshot', source.snapshot(now()))
    return (facts: readonly Fact[]) => {
      keep('delta', source.onFacts?.(facts, now()))
      keep('delta', source.passing?.poll(now()))
    }
  }
  const channel = readChannel(address, source)
  const reader = channel.reader()
  const read = (): void => {
    channel.refresh(now())
    const update = reader.read()
    if (update) updates.push(update)
  }
  read()
  return read
}
