import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { ExecutionVenue } from '../../../engine/model/ports.ts'
import type { VenueRequest } from '../../../engine/model/venue.ts'
import { delayCancels } from './paper-account.ts'
import { openStage, type PaperStage, SYMBOL } from './paper-fixture.ts'

const createCancel = (venueClientId: string): VenueRequest => ({ kind: 'cancel', symbol: SYMBOL, venueClientId })

/** Returns a venue that takes orders out of the matcher and records its events. */
const venueOver = ({ matcher }: PaperStage) => {
  const received: string[] = []
  const venue: ExecutionVenue = {
    open: () => received.push('open'),
    send(request) {
      const outcome = request.kind === 'cancel' ? ` ${matcher.cancel(request.venueClientId)}` : ''
      received.push(request.kind + outcome)
    },
    close: () => void received.push('close'),
  }
  return { received, delayed: delayCancels(venue, matcher) }
}

const withResting = () => {
  const stage = openStage(50)
  stage.place({ key: 'a', price: ticks(100), quantity: lots(3) })
  stage.tick(100)
  stage.news()
  return stage
}

describe('delayCancels', () => {
  it('lets the order trade until the cancel has reached the market', () => {
    const stage = withResting()
    const { received, delayed } = venueOver(stage)
    delayed.send(createCancel('a'))
    stage.trade(150, 'SELL', [100, 1])
    expect(received).toEqual([])
    stage.trade(151, 'SELL', [100, 1])
    expect(stage.news()).toEqual(['a 1@100 MAKER +150'])
    expect(received).toEqual(['cancel true'])
  })

  it('arrives too late for an order filled in the meantime', () => {
    const stage = withResting()
    const { received, delayed } = venueOver(stage)
    delayed.send(createCancel('a'))
    stage.trade(150, 'SELL', [100, 3])
    stage.tick(200)
    expect(received).toEqual(['cancel false'])
  })

  it('arrives after the order it cancels', () => {
    const stage = openStage(50)
    const { received, delayed } = venueOver(stage)
    stage.place({ key: 'a', price: ticks(100), quantity: lots(3) })
    delayed.send(createCancel('a'))
    stage.tick(100)
    expect([stage.news(), received]).toEqual([['a rested +50'], ['cancel true']])
  })

  it.each(['lost', 'ended'] as const)(
    'takes effect immediately in a market that is %s, sent before or after',
    (state) => {
      const stage = withResting()
      const { received, delayed } = venueOver(stage)
      delayed.send(createCancel('a'))
      stage.stream(state)
      delayed.send(createCancel('b'))
      expect(received).toEqual(['cancel true', 'cancel false'])
    },
  )

  it('passes all other events immediately, and nothing of a cancel once it is closed', () => {
    const stage = withResting()
    const { received, delayed } = venueOver(stage)
    delayed.open({ offer: () => true })
    delayed.send(createCancel('a'))
    delayed.send({ kind: 'readTime', queryId: 1 })
    void delayed.close()
    stage.tick(300)
    expect(received).toEqual(['open', 'readTime', 'close'])
  })
})
