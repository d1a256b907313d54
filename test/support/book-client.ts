import type { BookData } from '../../contract/stream/channel-data.ts'
import type { ChannelUpdate } from './channel-reader.ts'

type Levels = BookData['bids']

/** Order book of a channel subscriber: a snapshot replaces it, a delta changes it level by level. */
export interface BookClient {
  apply(update: ChannelUpdate<BookData> | undefined): void
  readonly state: BookData['state'] | undefined
  readonly book: { readonly bids: Levels; readonly asks: Levels }
}

export const createBookClient = (): BookClient => {
  const bids = new Map<string, string>()
  const asks = new Map<string, string>()
  let state: BookData['state'] | undefined
  return {
    apply(update) {
      if (!update) return
      const { type, data } = update
      if (type === 'snapshot') for (const side of [bids, asks]) side.clear()
      change(bids, data.bids)
      change(asks, data.asks)
      state = data.state
    },
    get state() {
      return state
    },
    get book() {
      return { bids: sorted(bids).toReversed(), asks: sorted(asks) }
    },
  }
}

const change = (side: Map<string, string>, levels: Levels): void => {
  for (const [price, quantity] of levels) {
    if (quantity === '0') side.delete(price)
    else side.set(price, quantity)
  }
}

const sorted = (side: ReadonlyMap<string, string>): Levels => [...side].toSorted(([a], [b]) => Number(a) - Number(b))
