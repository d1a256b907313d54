import type { Channel } from './channel.ts'
import type { Subscription } from './feed.ts'
import { delist } from './relist.ts'
import { type Connection, listedChannels, type Run } from './run.ts'
import { noteUnreadable } from './unreadable.ts'

/** Maximum instruments in one subscription message. */
const BATCH = 50

/** Subscribes to the streams of every instrument. A refused subscription is repeated for each instrument alone. */
export const subscribeAll = (run: Run, connection: Connection): void => {
  const channels = listedChannels(run)
  for (let index = 0; index < channels.length; index += BATCH) {
    for (const subscription of run.feed.subscriptions)
      subscribe(run, connection, channels.slice(index, index + BATCH), subscription)
  }
}

const subscribe = (
  run: Run,
  connection: Connection,
  channels: readonly Channel[],
  subscription: Subscription,
): void => {
  const { library, ending } = connection
  const unified = channels.map(({ listing }) => listing.unified)
  const request = async (): Promise<unknown> => subscription(library, unified)
  request().catch(() => {
    if (ending.signal.aborted) return
    const [channel] = channels
    if (channels.length > 1) for (const each of channels) subscribe(run, connection, [each], subscription)
    else if (channel) onRefused(run, channel, subscription)
  })
}

/** Handles a refusal: an instrument needs its trades. Some errors of one subscription reach all that are pending. */
const onRefused = (run: Run, channel: Channel, subscription: Subscription): void => {
  const { symbol } = channel.listing.instrument
  const isTrades = subscription === run.feed.subscriptions[0]
  if (isTrades && !channel.hasJoined) delist(run, channel)
  else if (!isTrades) noteUnreadable(run.unreadable, symbol, 'that it does not give one of its streams')
}
