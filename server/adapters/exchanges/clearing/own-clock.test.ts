import { describe, expect, it } from 'vitest'
import { createTaskList, STAGE_INSTRUMENTS, STAGE_START_MS, someTerms } from '../../../../test/support/venue-stage.ts'
import { decimal } from '../../../core/decimal.ts'
import { DAY_MS } from '../../../core/instant.ts'
import { toMoney } from '../../../domain/account/money.ts'
import { bracketsFrom } from '../../../domain/margin/brackets.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { VenueEvent } from '../../../engine/model/venue.ts'
import { createMemoryStore } from './clearing-store.ts'
import type { MatchListener } from './matcher.ts'
import { openClearingVenue } from './venue.ts'

/** An exchange of today over a market of years ago, as where a recording is played. */
const overOldMarket = () => {
  const clock = { nowMs: STAGE_START_MS }
  const tasks = createTaskList(clock)
  const events: VenueEvent[] = []
  const marketMs = STAGE_START_MS - 800 * DAY_MS
  let resting: { key: string; listener: MatchListener } | undefined
  const venue = openClearingVenue({
    matcher: {
      timeMs: marketMs,
      place: ({ key }, listener) => {
        resting = { key, listener }
      },
      cancel: () => true,
      reduce: () => {},
    },
    store: createMemoryStore(),
    instruments: STAGE_INSTRUMENTS,
    brackets: () => bracketsFrom([{ floor: '0', rate: '0.004' }]),
    leverage: () => 20,
    openingBalance: toMoney(decimal('700')),
    clock: () => clock.nowMs,
    schedule: tasks.schedule,
  })
  venue.open({ offer: (event) => events.push(event) > 0 })
  return {
    venue,
    events,
    pass: tasks.pass,
    mark(price: number) {
      const none = { fundingRate: null, fundingIntervalMs: null, nextFundingAtMs: null, fundingRateCap: null }
      const figures = { symbol: 'BTCUSDT', mark: ticks(price), index: null, fundingRateFloor: null, openInterest: null }
      venue.observe({ kind: 'markPrice', markPrice: { ...none, ...figures, exchangeTimeMs: marketMs } })
      tasks.run()
    },
    fill(price: number, quantity: number) {
      const fill = { price: ticks(price), quantity: lots(quantity), liquidity: 'MAKER', atMs: marketMs } as const
      resting?.listener.traded(resting.key, fill)
      tasks.run()
    },
  }
}

describe('an exchange over a past market', () => {
  it('dates each execution by its own clock when it happens', () => {
    const { venue, events, pass, mark, fill } = overOldMarket()
    mark(600_000)
    const submission = { venueClientId: 'a', terms: someTerms({ quantity: lots(100) }), recvWindowMs: 3_000 }
    venue.send({ kind: 'submit', submission: { ...submission, signedAtMs: STAGE_START_MS } })
    pass(60_000)
    fill(600_000, 100)
    pass(60_000)
    mark(532_000)
    const dated = events.flatMap((event) =>
      event.kind === 'fill' ? [[event.fill.kind, event.fill.executedAtMs - STAGE_START_MS]] : [],
    )
    expect(dated).toEqual([
      ['TRADE', 60_000],
      ['LIQUIDATION', 120_000],
    ])
  })
})
