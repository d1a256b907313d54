import type { Channel } from './channel.ts'
import type { Subscription } from './feeds/feed.ts'
import { delist } from './relist.ts'
import { type Connection, listedChannels, type Run } from './run.ts'
import { noteUnreadable } from './unreadable.ts'

/** Instruments asked for in one message. */
const BATCH = 50

/** Asks for the streams of every instrument. A wish that is refused is made again for each instrument alone. */
export const subscribeAll = (run: Run, connection: Connection): void => {
  const channels = listedChannels(run)
  for (let index = 0; index < channels.length; index += BATCH) {
    for (const ask of run.feed.subscriptions) subscribe(run, connection, channels.slice(index, index + BATCH), ask)
  }
}

const subscribe = (run: Run, connection: Connection, channels: readonly Channel[], ask: Subscription): void => {
  const { library, ending } = connection
  const unified = channels.map(({ listing }) => listing.unified)
  const asked = async (): Promise<unknown> => ask(library, unified)
  asked().catch(() => {
    if (ending.signal.aborted) return
    const [channel] = channels
    if (channels.length > 1) for (const each of channels) subscribe(run, connection, [each], ask)
    else if (channel) onRefused(run, channel, ask)
  })
}

/** Without its trades an instrument cannot be listened to. Some errors of others are told to all who wait. */
const onRefused = (run: Run, channel: Channel, ask: Subscription): void => {
  const { symbol } = channel.listing.instrument
  const isTrades = ask === run.feed.subscriptions[0]
  if (isTrades && !channel.hasJoined) delist(run, channel)
  else if (!isTrades) noteUnreadable(run.unreadable, symbol, 'that it does not give one of its streams')
}
