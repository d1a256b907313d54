import { MINUTE_MS, SECOND_MS } from '../../server/core/instant.ts'
import type { MarketSource } from '../../server/engine/ports.ts'
import type { LocalExchange } from '../../server/venue/ports.ts'
import { lineOf, recordingOf, wireDepth, wireQuote, wireSnapshot, wireTrade } from '../support/recording.ts'
import { openStage, type VenueStage } from '../venue-wire/venue-stage.ts'

/** The first minute of a week, so that nothing of it is missing before. */
export const SCRIPT_BEGUN_MS = Date.UTC(2026, 10, 23)

/** Where the clock of a scripted exchange stands still: forty minutes and forty seconds into its market. */
export const SCRIPT_NOW_MS = SCRIPT_BEGUN_MS + 40 * MINUTE_MS + 40 * SECOND_MS

const PAST = 80
const LIVE = 40

/** A trade every half minute, a book, and then as much of everything every second. */
const script = (): string[] => {
  const past = Array.from({ length: PAST }, (_, index) => {
    const T = SCRIPT_BEGUN_MS + index * 30 * SECOND_MS
    return lineOf(wireTrade(index + 1, { T, E: T, p: `6180${index % 7}.30` }))
  })
  const live = Array.from({ length: LIVE }, (_, index) => {
    const T = SCRIPT_NOW_MS + index * SECOND_MS
    const u = 105 + 10 * index
    return [
      lineOf(wireTrade(PAST + index + 1, { T, E: T })),
      lineOf(wireDepth(u, { T, E: T, b: [[`61800.${index % 2}0`, '1.000']], a: [['61800.70', `${index + 1}.000`]] })),
      lineOf(wireQuote({ T, E: T, u, B: `${index + 1}.507` })),
    ]
  })
  const at = { T: SCRIPT_NOW_MS - SECOND_MS, E: SCRIPT_NOW_MS - SECOND_MS }
  const book = [lineOf(wireDepth(95, at)), lineOf(wireQuote(at)), lineOf(wireSnapshot(at))]
  return [...past, ...book, ...live.flat()]
}

/** A local exchange whose market is the same each time, and waits for a word before it goes on from its past. */
export interface ScriptedStage extends VenueStage {
  readonly go: () => void
}

export const openScriptedStage = async (): Promise<ScriptedStage> => {
  const going = Promise.withResolvers<void>()
  const path = recordingOf(script())
  const market = { kind: 'replay', path, speed: 'max', loop: false, instrumentsPath: undefined } as const
  const between = (exchange: LocalExchange) => ({ ...exchange, source: held(exchange.source, going.promise) })
  const stage = await openStage({ market, clock: () => SCRIPT_NOW_MS, between })
  const close = (): Promise<void> => {
    going.resolve()
    return stage.close()
  }
  return { ...stage, go: going.resolve, close }
}

/** Nothing of the present passes before its time. */
const held = (source: MarketSource, going: Promise<void>): MarketSource => {
  let gone = false
  void going.then(() => {
    gone = true
  })
  return {
    ...source,
    run: (sink, since, signal) =>
      source.run(
        {
          offer: (event) => {
            const isPresent = event.kind === 'trade' && event.trade.tradedAtMs >= SCRIPT_NOW_MS
            return (gone || !isPresent) && sink.offer(event)
          },
          room: async () => {
            await going
            await sink.room()
          },
        },
        since,
        signal,
      ),
  }
}
