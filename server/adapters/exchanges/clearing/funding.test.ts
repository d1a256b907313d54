import { describe, expect, it } from 'vitest'
import { aStage, STAGE_START_MS, type StageParts } from '../../../../test/support/venue-stage.ts'
import { decimal } from '../../../core/decimal.ts'
import { HOUR_MS } from '../../../core/instant.ts'
import { toMoney } from '../../../domain/account/money.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'

const SETTLED_MS = Date.UTC(2026, 10, 21, 16)

const usdt = (text: string) => toMoney(decimal(text))

const holding = (side: 'BUY' | 'SELL', parts: StageParts = {}) => {
  const stage = aStage(parts)
  stage.mark(600_000)
  stage.quote(side === 'BUY' ? 'SELL' : 'BUY', 600_000, 10)
  stage.submit({ side, quantity: lots(10) })
  return stage
}

const markAt = (stage: ReturnType<typeof holding>, at: number, rate = '0.0009') => {
  stage.clock.nowMs = at
  stage.mark(610_000, { rate })
}

describe('funding', () => {
  it.each([
    ['BUY', '0.0001', '-0.061'],
    ['SELL', '0.0001', '0.061'],
    ['BUY', '-0.0002', '0.122'],
  ] as const)('of a position after %s at a rate of %s moves the wallet by %s', (side, rate, amount) => {
    const stage = holding(side)
    markAt(stage, SETTLED_MS - 1_000, rate)
    const before = stage.account().walletBalance
    markAt(stage, SETTLED_MS)
    const settled = { symbol: 'BTCUSDT', amount: usdt(amount), rate, settledAtMs: SETTLED_MS }
    expect(stage.of('funding').map(({ funding }) => funding)).toMatchObject([settled])
    expect(stage.account().walletBalance - before).toBe(usdt(amount))
    expect(stage.account().funding).toMatchObject([settled])
  })

  it('is settled once, by the rate that applied before', () => {
    const stage = holding('BUY')
    markAt(stage, SETTLED_MS - 1_000, '0.0001')
    markAt(stage, SETTLED_MS + 300)
    markAt(stage, SETTLED_MS + 1_000)
    stage.reopen()
    markAt(stage, SETTLED_MS - 500, '0.0003')
    markAt(stage, SETTLED_MS + 2_000)
    expect(stage.of('funding').map(({ funding }) => funding.rate)).toEqual(['0.0001'])
  })

  it('is settled at the rate announced at that exact instant', () => {
    const stage = holding('BUY')
    markAt(stage, SETTLED_MS - 1_000, '0.0001')
    stage.clock.nowMs = SETTLED_MS
    stage.mark(610_000, { rate: '0.0002', nextFundingAtMs: SETTLED_MS })
    expect(stage.of('funding').map(({ funding: { rate, amount } }) => [rate, amount])).toEqual([
      ['0.0002', usdt('-0.122')],
    ])
  })

  it('is settled at the new time when the market brings a settlement forward', () => {
    const stage = holding('BUY')
    const hours = (count: number) => SETTLED_MS + count * HOUR_MS
    for (const [at, next] of [
      [hours(-1), hours(0)],
      [hours(0), hours(8)],
      [hours(0.5), hours(1)],
      [hours(1), hours(2)],
      [hours(2), hours(3)],
    ] as const) {
      stage.clock.nowMs = at
      stage.mark(610_000, { nextFundingAtMs: next, fundingIntervalMs: next - at > HOUR_MS ? 8 * HOUR_MS : HOUR_MS })
    }
    expect(stage.of('funding').map(({ funding }) => funding.settledAtMs)).toEqual([hours(0), hours(1), hours(2)])
  })

  it('is settled once when it is announced as postponed', () => {
    const stage = holding('BUY')
    const hours = (count: number) => SETTLED_MS + count * HOUR_MS
    for (const [at, next] of [
      [hours(-1), hours(0)],
      [hours(-0.5), hours(4)],
      [hours(1), hours(4)],
      [hours(4), hours(12)],
    ] as const) {
      stage.clock.nowMs = at
      stage.mark(610_000, { nextFundingAtMs: next, fundingIntervalMs: null })
    }
    expect(stage.of('funding').map(({ funding }) => funding.settledAtMs)).toEqual([hours(4)])
  })

  it.each([-400, 0, 400])(
    'is settled once when the market announces the next one %d ms after the instant',
    (laterMs) => {
      const stage = holding('BUY')
      for (const offsetMs of [-1_000, -500, -300, 0, 300, 500, 1_000]) {
        stage.clock.nowMs = SETTLED_MS + offsetMs
        const isNext = offsetMs >= laterMs
        const nextFundingAtMs = isNext ? SETTLED_MS + 8 * HOUR_MS : SETTLED_MS
        stage.mark(610_000, { nextFundingAtMs, rate: isNext ? '0.0009' : '0.0002' })
      }
      const [funding, ...others] = stage.of('funding').map((event) => event.funding)
      expect(funding).toMatchObject({ rate: '0.0002', settledAtMs: SETTLED_MS })
      expect(others).toEqual([])
    },
  )

  it('is not settled for the time before a position was opened', () => {
    const stage = aStage()
    stage.mark(600_000)
    stage.reopen()
    stage.clock.nowMs = SETTLED_MS + 2 * HOUR_MS
    stage.quote('SELL', 600_000, 10)
    stage.submit({ side: 'BUY', quantity: lots(10) })
    stage.mark(610_000)
    expect(stage.of('funding')).toEqual([])
  })

  it('is nothing without a position', () => {
    const stage = aStage()
    stage.mark(600_000)
    markAt(stage, SETTLED_MS)
    expect(stage.of('funding')).toEqual([])
  })

  it('is settled for every settlement during downtime, at the last rate', () => {
    const stage = holding('BUY')
    stage.reopen()
    markAt(stage, SETTLED_MS + 17 * HOUR_MS)
    expect(stage.of('funding').map(({ funding: { fundingId, rate } }) => [fundingId, rate])).toEqual(
      [0, 8, 16].map((hours) => [`BTCUSDT-${SETTLED_MS + hours * HOUR_MS}`, '0.0001']),
    )
  })

  it('is an estimate when the market did not publish a settlement rate during downtime', () => {
    const noted: string[] = []
    const published = new Set([SETTLED_MS + 8 * HOUR_MS])
    const stage = holding('BUY', {
      fundingAt: (_symbol, at) => (published.has(at) ? { rate: decimal('0.0005') } : undefined),
      onEstimatedFunding: ({ fundingId }) => noted.push(fundingId),
    })
    stage.reopen()
    markAt(stage, SETTLED_MS + 9 * HOUR_MS)
    expect(stage.of('funding').map(({ funding: { rate, amount, estimated } }) => [rate, amount, estimated])).toEqual([
      ['0.0001', usdt('-0.061'), true],
      ['0.0005', usdt('-0.305'), undefined],
    ])
    expect(noted).toEqual([`BTCUSDT-${SETTLED_MS}`])
  })

  it('is not an estimate when the rate was announced right before the settlement', () => {
    const stage = holding('BUY')
    markAt(stage, SETTLED_MS - 1_000, '0.0001')
    markAt(stage, SETTLED_MS)
    expect(stage.of('funding').map(({ funding: { estimated } }) => estimated)).toEqual([undefined])
  })

  it('uses the market’s terms for downtime, if available', () => {
    const stage = holding('SELL', { fundingAt: () => ({ rate: decimal('0.0005'), mark: ticks(700_000) }) })
    stage.reopen()
    markAt(stage, SETTLED_MS + 9 * HOUR_MS)
    expect(stage.of('funding').map(({ funding: { amount } }) => amount)).toEqual([usdt('0.35'), usdt('0.35')])
    expect(STAGE_START_MS).toBeLessThan(SETTLED_MS)
  })
})
