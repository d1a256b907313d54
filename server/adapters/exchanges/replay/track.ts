import type { Instrument } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { TradeKind } from './sighting.ts'
import type { Survey } from './survey.ts'
import { type Shift, translate } from './translate.ts'
import type { WireMessage } from './wire.ts'

/** One symbol of a recording as it is played. */
export interface Track {
  readonly instrument: Instrument
  readonly tradeKind: TradeKind | undefined
  shift: Shift
}

export const createTracks = ({ instruments, sightings }: Survey, shift: Shift): Map<string, Track> =>
  new Map(
    instruments.map((instrument) => {
      const tradeKind = sightings.get(instrument.symbol)?.tradeKind
      return [instrument.symbol, { instrument, tradeKind, shift }]
    }),
  )

/**
 * Returns the event of a message: none when its trades come from other messages, or when it is a settlement at a price
 * not available to users, whose number is then not counted. A text is the reason why it cannot be published.
 */
export const eventOn = (track: Track, message: WireMessage): InstrumentEvent | undefined | string => {
  const isTrade = message.e === 'trade' || message.e === 'aggTrade'
  if (isTrade && message.e !== track.tradeKind) return undefined
  if (message.e === 'trade' && (message.X ?? 'MARKET') !== 'MARKET') {
    track.shift = { ...track.shift, sequence: track.shift.sequence - 1 }
    return undefined
  }
  return translate(message, track.instrument, track.shift)
}
