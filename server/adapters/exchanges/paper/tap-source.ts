import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { MarketSink, MarketSource } from '../../../engine/model/ports.ts'

/**
 * Wraps a market source so that its events are also passed to an observer, each once and in order, after the engine has
 * accepted it.
 */
export const tapSource = (source: MarketSource, observe: (event: MarketEvent) => void): MarketSource => ({
  origin: source.origin,
  market: source.market,
  resumes: source.resumes,
  ...(source.recordedLag !== undefined && { recordedLag: source.recordedLag }),
  get instruments() {
    return source.instruments
  },
  run: (sink, since, signal) => source.run(tapSink(sink, observe), since, signal),
  requestBook: (symbol) => source.requestBook(symbol),
})

const tapSink = (sink: MarketSink, observe: (event: MarketEvent) => void): MarketSink => ({
  offer(event) {
    const taken = sink.offer(event)
    if (taken) observe(event)
    return taken
  },
  room: () => sink.room(),
})
