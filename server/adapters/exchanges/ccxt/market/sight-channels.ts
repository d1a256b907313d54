import { toFields } from '../to-fields.ts'
import type { Sighting } from './feed.ts'
import { toText } from './fields.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the messages of an exchange that names channel and instrument in `arg`, and reports acknowledged subscriptions.
 */
export const sightChannels =
  (trades: string, sightChannel: (channel: unknown, native: string, message: Fields) => readonly Sighting[]) =>
  (message: unknown): readonly Sighting[] => {
    const fields = toFields(message)
    const { channel, instId } = toFields(fields.arg)
    const native = toText(instId)
    if (native === undefined) return []
    if (fields.event === 'subscribe') return channel === trades ? [{ kind: 'joined', native }] : []
    return 'data' in fields ? sightChannel(channel, native, fields) : []
  }
