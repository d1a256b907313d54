import { openReplay } from '../../server/adapters/exchanges/replay/index.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import { listenTo } from '../support/listener.ts'

/** Returns all events of a recording. */
export const recordedEvents = async (path: string): Promise<MarketEvent[]> =>
  listenTo(await openReplay({ path, speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 }))
