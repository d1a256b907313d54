import type { Balance } from '../../../contract/account.ts'
import { SECOND_MS } from '../../core/instant.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import type { LosslessSource } from '../source.ts'
import { computeSign } from './compute-sign.ts'

const MOVING: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'booksOpened',
  'executed',
  'fundingPaid',
  'walletAdjusted',
])

/** Publishes the balance: immediately after a booking, otherwise changes of its values once a second. */
export const balanceSource = (trading: Pick<TradingViews, 'balance'>): LosslessSource => {
  let publishedSign: string | undefined

  const changed = (): string | undefined => {
    const balance = trading.balance()
    if (computeSign(balance) === publishedSign) return undefined
    publishedSign = computeSign(balance)
    return JSON.stringify(balance)
  }

  return {
    delivery: 'LOSSLESS',
    snapshot() {
      const balance: Balance = trading.balance()
      publishedSign ??= computeSign(balance)
      return JSON.stringify(balance)
    },
    onFacts: (facts) => (facts.some(({ kind }) => MOVING.has(kind)) ? changed() : undefined),
    passing: { everyMs: SECOND_MS, poll: changed },
  }
}
