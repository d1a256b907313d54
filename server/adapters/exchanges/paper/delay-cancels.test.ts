import { describe, expect, it } from 'vitest'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { ExecutionVenue } from '../../../engine/ports.ts'
import type { VenueRequest } from '../../../engine/venue.ts'
import { delayCancels } from './delay-cancels.ts'
import { openStage, type PaperStage, SYMBOL } from './paper-fixture.ts'

const cancelOf = (venueClientId: string): VenueRequest => ({ kind: 'cancel', symbol: SYMBOL, venueClientId })

/** A venue that takes orders out of the matcher and writes down what it was told. */
const venueOver = ({ matcher }: PaperStage) => {
  const heard: string[] = []
  const venue: ExecutionVenue = {
    open: () => heard.push('open'),
    send(request) {
      const outcome = request.kind === 'cancel' ? ` ${matcher.cancel(request.venueClientId)}` : ''
      heard.push(request.kind + outcome)
    },
    close: () => heard.push('close'),
  }
  return { heard, delayed: delayCancels(venue, matcher) }
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
    const { heard, delayed } = venueOver(stage)
    delayed.send(cancelOf('a'))
    stage.trade(150, 'SELL', [100, 1])
    expect(heard).toEqual([])
    stage.trade(151, 'SELL', [100, 1])
    expect(stage.news()).toEqual(['a 1@100 MAKER +150'])
    expect(heard).toEqual(['cancel true'])
  })

  it('comes too late for an order that has been filled meanwhile', () => {
    const stage = withResting()
    const { heard, delayed } = venueOver(stage)
    delayed.send(cancelOf('a'))
    stage.trade(150, 'SELL', [100, 3])
    stage.tick(200)
    expect(heard).toEqual(['cancel false'])
  })

  it('comes after the order it cancels', () => {
    const stage = openStage(50)
    const { heard, delayed } = venueOver(stage)
    stage.place({ key: 'a', price: ticks(100), quantity: lots(3) })
    delayed.send(cancelOf('a'))
    stage.tick(100)
    expect([stage.news(), heard]).toEqual([['a rested +50'], ['cancel true']])
  })

  it.each(['lost', 'ended'] as const)('takes effect at once in a market that is %s, sent before or after', (state) => {
    const stage = withResting()
    const { heard, delayed } = venueOver(stage)
    delayed.send(cancelOf('a'))
    stage.stream(state)
    delayed.send(cancelOf('b'))
    expect(heard).toEqual(['cancel true', 'cancel false'])
  })

  it('tells all else at once, and nothing of a cancel once it is closed', () => {
    const stage = withResting()
    const { heard, delayed } = venueOver(stage)
    delayed.open({ offer: () => true })
    delayed.send(cancelOf('a'))
    delayed.send({ kind: 'readTime', queryId: 1 })
    delayed.close()
    stage.tick(300)
    expect(heard).toEqual(['open', 'readTime', 'close'])
  })
})
