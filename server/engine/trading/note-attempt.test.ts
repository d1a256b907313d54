import { describe, expect, it } from 'vitest'
import { bringTo, openControlHarness } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { RejectionCategory } from '../model/venue.ts'

/** A number of orders, one a second, that the exchange refuses for one reason, followed by some it accepts. */
const ordered = (category: RejectionCategory, refused: number, taken: number) => {
  const harness = openControlHarness()
  bringTo(harness, 'RUNNING')
  harness.run(11_000)
  const count = refused + taken
  for (let index = 0; index < count; index++) {
    harness.place({ price: ticks(MARK - 1_000 - 10 * index) })
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('an order was not sent')
    const { venueClientId } = sent
    const rejection = { code: '-1', message: 'no', category }
    const report = { venueClientId, exchangeOrderId: String(index), symbol: 'BTCUSDT', status: 'CANCELED' } as const
    harness.publish({
      kind: 'submitAnswered',
      venueClientId,
      outcome:
        index < refused
          ? { kind: 'rejected', rejection }
          : {
              kind: 'accepted',
              report: { ...report, filled: lots(0), sequence: 1, reason: null, atMs: harness.nowMs },
            },
    })
    harness.run(1_000)
  }
  return harness
}

describe('an exchange that rejects orders without good reason', () => {
  it('degrades autotrading, which resumes automatically when the errors have ended', () => {
    const harness = ordered('RATE_LIMIT', 2, 4)
    expect(harness.state.ledger.control).toMatchObject({ state: 'DEGRADED', reason: { code: 'EXCHANGE_ERRORS' } })
    harness.run(130_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'RUNNING', reason: { code: 'RECOVERED' } })
  })

  it.each([
    ['one of five, which is the limit', 'OTHER', 1, 4],
    ['what the market has outrun', 'WOULD_TAKE', 5, 0],
    ['too few for a share', 'OTHER', 4, 0],
  ] as const)('is not assumed for %s', (_name, category, refused, taken) => {
    expect(ordered(category, refused, taken).state.ledger.control.state).toBe('RUNNING')
  })
})

it('counts an order without a response as one failure', () => {
  const harness = openControlHarness()
  harness.manners.silent = true
  harness.place()
  harness.run(10_000)
  expect(harness.state.session.attempts.map(({ failed }) => failed)).toEqual([true])
})
