import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import {
  aFill,
  anAccount,
  answerRead,
  aVenueOrder,
  BALANCE,
  entered,
  type Floor,
  MARK,
  openFloor,
} from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission, VenueRequest } from '../model/venue.ts'

/** Opens an engine that restarts with the ledger of another, and has not read the account yet. */
const again = (before: Floor): Floor => openFloor({ ledger: before.state.ledger }, null)

/** A position that an earlier run has left without a stop for a minute. */
const naked = (): Floor => {
  const before = openFloor()
  before.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = before.takeSubmissions()
  if (!entry) throw new Error('no entry was sent')
  before.state.session.reconciliation.doneAtMs = null
  before.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const position = before.position()
  if (!position) throw new Error('nothing was entered')
  const protection = { ...position.protection, unprotectedSinceMs: NOON_MS - 60_000 }
  before.state.ledger.positions.set('BTCUSDT', { ...position, protection })
  return again(before)
}

const answering =
  (floor: Floor) =>
  (request: VenueRequest): void => {
    const cost = floor.position()?.cost ?? 0n
    const theirs = { symbol: 'BTCUSDT', quantity: 10, cost, liquidationPrice: null, leverage: 3, maintenanceMargin: 0n }
    const account = anAccount({ positions: [theirs], walletBalance: BALANCE - 100n, takenAtMs: floor.nowMs })
    answerRead(floor.publish, request, { account, serverTimeMs: floor.nowMs })
  }

const failing =
  (floor: Floor) =>
  (request: VenueRequest): void =>
    answerRead(floor.publish, request, { account: null, serverTimeMs: null })

const listTypes = (sent: readonly Submission[]): string[] => sent.map(({ terms }) => terms.type)

/** Returns the orders sent while so much time passes; readings are answered by `answer`. */
const sentIn = (floor: Floor, ms: number, answer = failing(floor)): Submission[] => {
  const sent: Submission[] = []
  floor.pass(ms, (request) => {
    if (request.kind === 'submit') sent.push(request.submission)
    else answer(request)
  })
  return sent
}

const refuse = (floor: Floor, stop: Submission): void =>
  floor.publish({
    kind: 'submitAnswered',
    venueClientId: stop.venueClientId,
    outcome: { kind: 'rejected', rejection: { code: '-4045', message: 'Too many stops.', category: 'OTHER' } },
  })

describe('a position that an earlier run has left without a stop', () => {
  it('gets one when the account has been read, and is closed only if none is open ten seconds later', () => {
    const floor = naked()
    expect(sentIn(floor, 3_000)).toEqual([])
    expect(listTypes(sentIn(floor, 10_000, answering(floor)))).toEqual(['STOP_MARKET'])
    expect(listTypes(sentIn(floor, 1_200, answering(floor)))).toEqual(['MARKET'])
  })

  it('gets one after five seconds although the account cannot be read, and is not closed for as long as that', () => {
    const floor = naked()
    expect(sentIn(floor, 5_000)).toEqual([])
    expect(listTypes(sentIn(floor, 200))).toEqual(['STOP_MARKET'])
    const later = sentIn(floor, 60_000)
    expect(listTypes(later)).not.toContain('MARKET')
  })

  it('is not closed at the first reading because of a stop sent long ago without a response', () => {
    const floor = naked()
    sentIn(floor, 20_000)
    expect(listTypes(sentIn(floor, 9_000, answering(floor)))).not.toContain('MARKET')
  })

  it('is closed with the first reading when the exchange has refused its stop for ten seconds', () => {
    const floor = naked()
    floor.pass(16_000, (request) => {
      if (request.kind === 'submit') refuse(floor, request.submission)
      else failing(floor)(request)
    })
    expect(listTypes(sentIn(floor, 3_000, answering(floor)))).toContain('MARKET')
  })

  it('gets another one when the outcome of the one before can no longer be determined', () => {
    const floor = naked()
    const [stop] = sentIn(floor, 5_500)
    const anew = sentIn(floor, 20_000).filter(({ venueClientId }) => venueClientId !== stop?.venueClientId)
    expect(listTypes(anew)).toEqual(['STOP_MARKET'])
  })
})

describe('a position behind a stop of an earlier run', () => {
  it('gets no second one while the account cannot be read', () => {
    const before = openFloor()
    const { stop } = entered(before)
    const report = aVenueOrder(stop, 'UNTRIGGERED')
    const { venueClientId } = stop
    before.publish({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'accepted', report } })
    expect(sentIn(again(before), 60_000)).toEqual([])
  })
})
