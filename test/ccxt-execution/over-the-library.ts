import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { decimal } from '../../server/core/decimal.ts'
import { SECOND_MS } from '../../server/core/instant.ts'
import { toMoney } from '../../server/domain/account/money.ts'
import type { VenueEvent } from '../../server/engine/model/venue.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import type { VenueOnTrial } from '../venue.contract.ts'
import { fastClock } from '../venue-wire/venue-stage.ts'
import type { Place } from './places.ts'
import { openTradingClient } from './trading-client.ts'

const BALANCE = '400000'
/** Factor by which the exchange and its clients run faster than real time. */
const HASTE = 3

/** Opens the adapter at a local exchange whose market advances on its own. */
export const overTheLibrary = async (place: Place): Promise<VenueOnTrial> => {
  const { id, keys, namesAreForEver, keepsConditionals } = place
  const dataDir = aTempDirectory()
  const clock = fastClock(HASTE)
  const events: VenueEvent[] = []
  const open = async () => {
    const exchange = await place.open({ dataDir, clock, balance: BALANCE })
    const { url } = exchange
    const trader = await openTradingClient({ id, keys, url, clock, onEvent: (event) => events.push(event) })
    await trader.connected()
    const prices = await place.watch(url)
    const close = async (): Promise<void> => {
      prices.close()
      await trader.close()
      await exchange.close()
    }
    return { trader, prices, close }
  }
  let site = await open()
  onTestFinished(async () => {
    await site.close()
    expect(site.trader.troubles.filter(([, code]) => code === 'UNREADABLE')).toEqual([])
  })
  return {
    symbol: 'BTCUSDT',
    openingBalance: toMoney(decimal(BALANCE)),
    events,
    get nowMs() {
      return clock()
    },
    timeoutMs: 12 * SECOND_MS * HASTE,
    send: (request) => site.trader.venue.send(request),
    step: () => setTimeout(5),
    get mark() {
      return site.prices.mark
    },
    get touch() {
      return site.prices.touch
    },
    nearby: 3,
    namesAreForEver,
    keepsConditionals,
    async reopen() {
      await site.close()
      site = await open()
    },
  }
}
