/** The channels of the stream: checks a requested name and opens its data source. */

import { err, ok } from '../../core/result.ts'
import type { ChannelRefusal, Channels } from '../source.ts'
import { readChannelName } from './channel-name.ts'
import { createControlLog } from './control-sources.ts'
import { openSource, type SourceParts } from './open-source.ts'

/** Creates the channels on the views. */
export const openChannels = (parts: ChannelParts): Channels => {
  const log = createControlLog()
  return {
    open(channel) {
      const read = readChannelName(channel)
      if (!read.ok) return read
      const { symbol } = read.value
      if (symbol !== '' && !parts.views.reader.market.instruments.has(symbol)) return err(notTraded(symbol))
      return ok(openSource({ ...parts, log }, read.value))
    },
    note: log.note,
  }
}

/** Views that the channels read. */
export type ChannelParts = Omit<SourceParts, 'log'>

const notTraded = (symbol: string): ChannelRefusal => ({
  detail: `${symbol} is not traded here.`,
  remedy: 'GET /api/v381/market/instruments lists the traded instruments.',
})
