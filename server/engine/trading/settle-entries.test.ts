import { describe, expect, it } from 'vitest'
import {
  aFill,
  anAccount,
  answerRead,
  aVenueOrder,
  BALANCE,
  type Harness,
  MARK,
  openHarness,
} from '../../../test/support/trading-floor.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { VenueFill } from '../../domain/order/venue-report.ts'

const FEE = 100n

/**
 * Returns the floor after three executions: at the exchange 10 bought, 5 sold, 5 bought, but delivered in another
 * order.
 */
const reportedOutOfOrder = (): { harness: Harness; worth: (price: number, quantity: number) => Money } => {
  const harness = openHarness()
  const fills: VenueFill[] = []
  const trade = (side: 'BUY' | 'SELL', quantity: number, price: number): void => {
    harness.place({ side, type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(quantity) } })
    const [sent] = harness.takeSubmissions()
    if (!sent) throw new Error('nothing was sent')
    harness.publish({
      kind: 'submitAnswered',
      venueClientId: sent.venueClientId,
      outcome: { kind: 'accepted', report: aVenueOrder(sent, 'NEW') },
    })
    fills.push(aFill(sent, { price: ticks(price), fee: FEE, executedAtMs: harness.nowMs }))
    harness.pass(3_000, (request) =>
      answerRead(harness.publish, request, { account: null, serverTimeMs: harness.nowMs }),
    )
  }
  trade('BUY', 10, MARK)
  trade('SELL', 5, MARK + 100)
  trade('BUY', 5, MARK + 1_000)
  const [first, second, third] = fills
  for (const fill of [first, third, second]) if (fill) harness.publish({ kind: 'fill', fill })
  const entry = harness.state.market.instruments.get('BTCUSDT')
  if (!entry) throw new Error('BTCUSDT is not listed')
  return { harness, worth: (price, quantity) => valueAt(entry.instrument, ticks(price), lots(quantity)) }
}

/** Reads the account, as the exchange has it, until the ledger is settled. */
const readAccount = (harness: Harness, cost: Money, walletBalance: Money): void => {
  harness.state.session.reconciliation.dueAtMs = harness.nowMs
  const positions = [
    { symbol: 'BTCUSDT', quantity: 10, cost, liquidationPrice: null, leverage: 3, maintenanceMargin: 0n },
  ]
  const account = (): ReturnType<typeof anAccount> => anAccount({ positions, walletBalance, takenAtMs: harness.nowMs })
  harness.pass(3_000, (request) =>
    answerRead(harness.publish, request, { account: account(), serverTimeMs: harness.nowMs }),
  )
}

const settlements = (harness: Harness) =>
  harness.facts
    .flatMap((fact) => (fact.kind === 'executed' ? fact.fills : []))
    .filter(({ kind }) => kind === 'SETTLEMENT')

describe('executions delivered out of order', () => {
  it('leave wallet and entry as the exchange has them, with a separate entry for the amount moved between them', () => {
    const { harness, worth } = reportedOutOfOrder()
    const theirCost = worth(MARK, 5) + worth(MARK + 1_000, 5)
    const theirWallet = BALANCE + worth(MARK + 100, 5) - worth(MARK, 5) - 3n * FEE
    expect(harness.state.ledger.account.walletBalance).not.toBe(theirWallet)

    readAccount(harness, theirCost, theirWallet)
    const { account, differences } = harness.state.ledger
    expect([account.walletBalance, harness.position()?.cost]).toEqual([theirWallet, theirCost])
    expect(account.adjustments).toBe(0n)
    expect(differences.size).toBe(0)
    const realized = worth(MARK + 100, 5) - worth(MARK, 5)
    expect(harness.position()).toMatchObject({ quantity: 10, status: 'OPEN', realizedPnl: realized })
    expect(settlements(harness)).toMatchObject([{ quantity: 0, value: 0n, fee: 0n, orderId: null }])
  })

  it('explain nothing else: a larger wallet difference remains a mismatch, and nothing is moved', () => {
    const { harness, worth } = reportedOutOfOrder()
    const theirCost = worth(MARK, 5) + worth(MARK + 1_000, 5)
    const theirWallet = BALANCE + worth(MARK + 100, 5) - worth(MARK, 5) - 3n * FEE
    readAccount(harness, theirCost, theirWallet + 1_000_000n)
    expect([...harness.state.ledger.differences.keys()]).toContain('BALANCE_DRIFT')
    expect(settlements(harness)).toEqual([])
  })
})
