import { describe, expect, it } from 'vitest'
import { openReplay } from '../server/adapters/exchanges/replay/index.ts'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import { createInbox } from '../server/engine/run/inbox.ts'
import { startEngine } from '../server/engine/run/loop.ts'
import { createMemory } from '../server/engine/state/memory.ts'
import { anEngineState } from './support/engine-state.ts'
import { listenTo } from './support/listener.ts'
import { createRecordingAudit } from './support/recording-audit.ts'
import { sharedData } from './support/shared-data.ts'
import { aTempDirectory } from './support/temp-directory.ts'
import { isSound, watchMarket } from './support/watched-market.ts'

const path = sharedData('binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz')
const where = 'needs ../shared/data beside the repository'

const open = () =>
  openReplay({ path: path ?? '', speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 })

const MINUTE_2357 = Date.UTC(2024, 7, 8, 23, 57)

describe(`six recorded minutes of BTCUSDT (${where})`, () => {
  it.skipIf(!path)('have a complete order book from the snapshot on and end with the recording', async () => {
    const replay = await open()
    const watched = watchMarket()
    let trades = 0
    let begun = false
    let faults = 0
    await listenTo(replay, {
      onEvent: (event) => {
        watched.receive(event)
        if (event.kind === 'trade') trades++
        begun ||= event.kind === 'bookSnapshot'
        if (event.kind === 'instrument' || !begun) return
        const entry = watched.entry('BTCUSDT')
        if (entry.book.state !== 'SYNCED' || !isSound(entry)) faults++
      },
    })
    const { instrument, book, quote, stream, sequence } = watched.entry('BTCUSDT')
    const { price, quantity } = instrument
    expect([price.print(1), quantity.print(1), replay.messages]).toEqual(['0.1', '0.001', 93_954])
    expect([trades, faults, watched.booksLost, stream]).toEqual([21_313, 0, [], 'ended'])
    const best = [book.bids.best()?.price, book.asks.best()?.price]
    expect(best.map((ticks) => price.print(ticks ?? 0))).toEqual(['61659.7', '61659.8'])
    expect(best).toEqual([quote?.bid.price, quote?.ask.price])
    expect(sequence).toBe(5_266_583_935 + trades - 1)
  })

  it.skipIf(!path)('produce the manually computed candles, stored or not, every time', async () => {
    const store = openEngineStore(aTempDirectory())
    const engine = startEngine({
      state: anEngineState(),
      memory: createMemory(store.journal, createRecordingAudit()),
      inbox: createInbox(() => 0),
      perform: () => {},
      onFacts: () => {},
    })
    const replay = await open()
    await replay.run(engine.sink, () => undefined, new AbortController().signal)
    await engine.stop()
    const [instrument] = replay.instruments
    if (!instrument) throw new Error('no instrument was found')
    const range = { symbol: 'BTCUSDT', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1_000 }
    const stored = store.candles.find({ ...range, interval: '1m' }, instrument)
    store.close()

    expect(stored.map(({ missing }) => missing.length)).toEqual([1, 0, 0, 0, 0, 0])
    const minute = stored.find(({ openMs }) => openMs === MINUTE_2357)
    if (!minute) throw new Error('23:57 was not stored')
    const { open: first, high, low, close, volume, tradeCount } = minute
    expect([first, high, low, close].map(instrument.price.print)).toEqual(['61701.3', '61719.0', '61620.0', '61628.1'])
    expect([instrument.quantity.print(volume), tradeCount]).toEqual(['607.148', 4_717])

    const { closed } = watchMarket(await listenTo(await open()))
    expect(closed.filter(({ interval }) => interval === '1m')).toEqual(stored)
  })
})
