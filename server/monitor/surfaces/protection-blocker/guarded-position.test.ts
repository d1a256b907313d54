import { describe, expect, it } from 'vitest'
import { aGuard, anUnprotected, aPositionBody, aStopBody } from '../../../../test/support/operator-samples.ts'
import { protectionBlocker, stopFigures, type Uncovered } from './guarded-position.ts'

const anUncovered = (parts: Partial<Uncovered> = {}): Uncovered => ({
  position: anUnprotected(1_000),
  stop: undefined,
  guard: aGuard({ stopReadAtMs: null }),
  isFar: false,
  isConnected: true,
  ...parts,
})

const refused = (code: string, category: string) =>
  aGuard({ refusals: 3, lastRefusal: { code, message: 'no', category } })

describe('reasons for a missing stop', () => {
  it('are absent while the stop is in flight', () => {
    expect(protectionBlocker(anUncovered({ stop: aStopBody({ status: 'PENDING_NEW' }) }))).toBeNull()
    expect(protectionBlocker(anUncovered({ guard: undefined, isConnected: undefined }))).toBeNull()
  })

  it.each([
    ['PRICE_THROUGH_STOP', { guard: aGuard({ isPriceThrough: true }), isConnected: false }],
    ['WRONG_SIDE', { stop: aStopBody({ side: 'BUY' }) }],
    ['OUTCOME_UNKNOWN', { stop: aStopBody({ status: 'OUTCOME_UNKNOWN' }) }],
    ['MAX_CONDITIONAL_ORDERS', { guard: refused('-4045', 'OTHER') }],
    ['FILTER_REJECT', { guard: refused('-4003', 'FILTER') }],
    ['RATE_LIMITED', { guard: refused('429', 'RATE_LIMIT') }],
    ['VENUE_UNAVAILABLE', { isConnected: false }],
    ['VENUE_UNAVAILABLE', { guard: aGuard({ isAble: false }) }],
    ['REFUSED', { guard: refused('-1', 'OTHER') }],
    ['NOT_FOUND_AFTER_ACK', { position: anUnprotected(1_000, { state: 'LOST' }) }],
    ['NOT_READ_BACK', { position: anUnprotected(1_000, { state: 'ACKED' }) }],
    ['VENUE_UNAVAILABLE', { position: anUnprotected(1_000, { state: 'ACKED' }), isConnected: false }],
    ['COVERAGE_SHORT', { position: anUnprotected(1_000, { state: 'PARTIAL', coveragePct: 50 }) }],
  ] as [string, Partial<Uncovered>][])('are %s', (code, parts) => {
    expect(protectionBlocker(anUncovered(parts))?.code).toBe(code)
  })

  it('include the number of attempts and the kind of the last rejection', () => {
    expect(protectionBlocker(anUncovered({ guard: refused('-4003', 'FILTER') }))).toMatchObject({
      attempts: 3,
      lastErrorCategory: 'FILTER',
    })
  })
})

describe('stop attempts', () => {
  const unread = anUnprotected(15_000, { state: 'ACKED' })

  it('count rejections, losses, and how often the current one was sent', () => {
    const dispatch = { ...aStopBody().dispatch, attempts: 2 }
    const guard = aGuard({ stopReadAtMs: null, refusals: 1, lastRefusal: null, lostStops24h: 3 })
    const blocker = protectionBlocker(anUncovered({ position: unread, stop: aStopBody({ dispatch }), guard }))
    expect(blocker).toMatchObject({ attempts: 6 })
  })

  it('exclude a stop that was read back', () => {
    const short = anUnprotected(1_000, { state: 'PARTIAL', coveragePct: 50 })
    expect(protectionBlocker(anUncovered({ position: short, stop: aStopBody(), guard: aGuard() }))).toMatchObject({
      attempts: 0,
    })
  })
})

describe('stop values', () => {
  it.each([
    [
      'a LONG',
      aPositionBody(),
      '59000.0',
      { distanceToStopBps: 247.93, liqBufferRatio: 3, lossAtStopUsd: '10.00000000' },
    ],
    [
      'a LONG whose stop is in profit',
      aPositionBody(),
      '60100.0',
      { distanceToStopBps: 66.12, liqBufferRatio: 30, lossAtStopUsd: '-1.00000000' },
    ],
    [
      'a SHORT',
      aPositionBody({ direction: 'SHORT', liquidationPrice: '64000' }),
      '61000.5',
      { distanceToStopBps: 82.73, liqBufferRatio: 4, lossAtStopUsd: '10.00500000' },
    ],
    [
      'a price that is through',
      aPositionBody({ markPrice: '58000' }),
      '59000.0',
      { distanceToStopBps: -172.41, liqBufferRatio: 3, lossAtStopUsd: '10.00000000' },
    ],
    [
      'a position nothing can liquidate',
      aPositionBody({ liquidationPrice: null }),
      '59000.0',
      { distanceToStopBps: 247.93, liqBufferRatio: null, lossAtStopUsd: '10.00000000' },
    ],
    [
      'a stop at the entry',
      aPositionBody(),
      '60000',
      { distanceToStopBps: 82.64, liqBufferRatio: null, lossAtStopUsd: '0.00000000' },
    ],
  ])('of %s', (_, position, triggerPrice, figures) => {
    expect(stopFigures(position, { triggerPrice })).toEqual(figures)
  })

  it('are absent without a stop', () => {
    expect(stopFigures(aPositionBody(), undefined)).toEqual({
      distanceToStopBps: null,
      liqBufferRatio: null,
      lossAtStopUsd: null,
    })
  })
})
