import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import {
  aFill,
  anAccount,
  answerRead,
  aVenueOrder,
  BALANCE,
  entered,
  type Harness,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission, VenueRequest } from '../model/venue.ts'

/** Opens an engine that restarts with the ledger of another, and has not read the account yet. */
const again = (before: Harness): Harness => openHarness({ ledger: before.state.ledger }, null)

/** A position that an earlier run has left without a stop for a minute. */
const naked = (): Harness => {
  const before = openHarness()
  before.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = before.takeSubmissions()
  if (!entry) throw new Error('no entry was sent')
  Object.assign(before.state.session.reconciliation, { firstAtMs: null, doneAtMs: null })
  before.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const position = before.position()
  if (!position) throw new Error('nothing was entered')
  const protection = { ...position.protection, unprotectedSinceMs: NOON_MS - 60_000 }
  before.state.ledger.positions.set('BTCUSDT', { ...position, protection })
  return again(before)
}

const answering =
  (harness: Harness) =>
  (request: VenueRequest): void => {
    const cost = harness.position()?.cost ?? 0n
    const theirs = { symbol: 'BTCUSDT', quantity: 10, cost, liquidationPrice: null, leverage: 3, maintenanceMargin: 0n }
    const account = anAccount({ positions: [theirs], walletBalance: BALANCE - 100n, takenAtMs: harness.nowMs })
    answerRead(harness.publish, request, { account, serverTimeMs: harness.nowMs })
  }

const failing =
  (harness: Harness) =>
  (request: VenueRequest): void =>
    answerRead(harness.publish, request, { account: null, serverTimeMs: null })

const listTypes = (sent: readonly Submission[]): string[] => sent.map(({ terms }) => terms.type)

/** Returns the orders sent while so much time passes; readings are answered by `answer`. */
const sentIn = (harness: Harness, ms: number, answer = failing(harness)): Submission[] => {
  const sent: Submission[] = []
  harness.pass(ms, (request) => {
    if (request.kind === 'submit') sent.push(request.submission)
    else answer(request)
  })
  return sent
}

const refuse = (harness: Harness, stop: Submission): void =>
  harness.publish({
    kind: 'submitAnswered',
    venueClientId: stop.venueClientId,
    outcome: { kind: 'rejected', rejection: { code: '-4045', message: 'Too many stops.', category: 'OTHER' } },
  })

describe('a position left without a stop by an earlier run', () => {
  it('gets one when the account has been read, and is closed only if none is open ten seconds later', () => {
    const harness = naked()
    expect(sentIn(harness, 3_000)).toEqual([])
    expect(listTypes(sentIn(harness, 10_000, answering(harness)))).toEqual(['STOP_MARKET'])
    expect(listTypes(sentIn(harness, 1_500, answering(harness)))).toEqual(['MARKET'])
  })

  it('gets one after five seconds although the account cannot be read, and is not closed meanwhile', () => {
    const harness = naked()
    expect(sentIn(harness, 5_000)).toEqual([])
    expect(listTypes(sentIn(harness, 200))).toEqual(['STOP_MARKET'])
    const later = sentIn(harness, 60_000)
    expect(listTypes(later)).not.toContain('MARKET')
  })

  it('gets none while the exchange has not been reached since the start, and one as soon as it is', () => {
    const harness = naked()
    harness.publish({ kind: 'connection', state: 'awaited' })
    expect(sentIn(harness, 3_600_000)).toEqual([])
    harness.publish({ kind: 'connection', state: 'established' })
    expect(listTypes(sentIn(harness, 9_000, answering(harness)))).toEqual(['STOP_MARKET'])
  })

  it('gets one five seconds after the exchange is reached although the account cannot be read', () => {
    const harness = naked()
    harness.publish({ kind: 'connection', state: 'awaited' })
    sentIn(harness, 60_000)
    harness.publish({ kind: 'connection', state: 'established' })
    expect(sentIn(harness, 5_000)).toEqual([])
    expect(listTypes(sentIn(harness, 200))).toEqual(['STOP_MARKET'])
  })

  it('is not closed at the first reading because of a stop sent long ago without a response', () => {
    const harness = naked()
    sentIn(harness, 20_000)
    expect(listTypes(sentIn(harness, 9_000, answering(harness)))).not.toContain('MARKET')
  })

  it('is closed with the first reading when the exchange has refused its stop for ten seconds', () => {
    const harness = naked()
    harness.pass(16_000, (request) => {
      if (request.kind === 'submit') refuse(harness, request.submission)
      else failing(harness)(request)
    })
    expect(listTypes(sentIn(harness, 3_000, answering(harness)))).toContain('MARKET')
  })

  it('gets another one when the outcome of the previous one can no longer be determined', () => {
    const harness = naked()
    const [stop] = sentIn(harness, 5_500)
    const anew = sentIn(harness, 20_000).filter(({ venueClientId }) => venueClientId !== stop?.venueClientId)
    expect(listTypes(anew)).toEqual(['STOP_MARKET'])
  })
})

it('is protected with the first reading when an order was filled while no engine was active', () => {
  const before = openHarness()
  before.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = before.takeSubmissions()
  if (!entry) throw new Error('no entry was sent')
  const harness = again(before)
  const fill = aFill(entry, { price: ticks(MARK) })
  let readings = 0
  const sent = sentIn(harness, 700, (request) => {
    if (request.kind !== 'readAccount') return
    readings++
    answerRead(harness.publish, request, {
      account: anAccount({ fills: [fill], takenAtMs: harness.nowMs }),
      serverTimeMs: null,
    })
  })
  expect(listTypes(sent)).toEqual(['STOP_MARKET'])
  expect([readings, harness.state.session.reconciliation.doneAtMs]).toEqual([1, null])
})

describe('a position behind a stop of an earlier run', () => {
  it('gets no second one while the account cannot be read', () => {
    const before = openHarness()
    const { stop } = entered(before)
    const report = aVenueOrder(stop, 'UNTRIGGERED')
    const { venueClientId } = stop
    before.publish({ kind: 'submitAnswered', venueClientId, outcome: { kind: 'accepted', report } })
    expect(sentIn(again(before), 60_000)).toEqual([])
  })
})
