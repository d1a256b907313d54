import type { Instant } from '../../server/core/instant.ts'
import type { InstrumentMarket } from '../../server/domain/market/instrument-market.ts'
import { createMarket, observe } from '../../server/domain/market/market.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import { type MicroReading, readMicro } from '../../server/domain/microstructure/micro-reading.ts'
import type { Micro } from '../../server/domain/microstructure/micro-state.ts'

/** Market with its measurements. */
export interface MicroFeed {
  receive(event: MarketEvent): void
  entry(symbol: string): InstrumentMarket
  micro(symbol: string): Micro
  reading(symbol: string, atMs?: Instant): MicroReading
}

/** Creates the feed; `prepare` is called with the measurements of each listed instrument. */
export const createMicroFeed = (prepare: (micro: Micro) => void = () => {}): MicroFeed => {
  const market = createMarket()
  const entry = (symbol: string): InstrumentMarket => {
    const known = market.instruments.get(symbol)
    if (!known) throw new Error(`${symbol} is not listed`)
    return known
  }
  const micro = (symbol: string): Micro => entry(symbol).micro
  return {
    receive(event) {
      const listed = market.instruments.size
      observe(market, event, 0)
      if (event.kind === 'instrument' && market.instruments.size > listed) prepare(micro(event.instrument.symbol))
    },
    entry,
    micro,
    reading: (symbol, atMs = micro(symbol).toMs) => readMicro(entry(symbol), atMs),
  }
}
