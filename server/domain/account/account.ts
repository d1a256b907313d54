/** Wallet of the account with its bookings (fills, funding, adjustments), and the permissions of an exchange key. */

import type { Instant } from '../../core/instant.ts'
import type { Fill } from '../position/position.ts'
import type { Money } from './money.ts'

/**
 * Wallet balance and its components: `walletBalance = opening + realizedPnl − fees + funding + adjustments`, always.
 */
export interface Account {
  readonly opening: Money
  readonly walletBalance: Money
  /** Realised PnL before fees and funding. */
  readonly realizedPnl: Money
  /** Positive is paid. */
  readonly fees: Money
  /** Σ of funding cash flows; negative is paid. */
  readonly funding: Money
  /** Σ of corrections to the wallet balance reported by the exchange. */
  readonly adjustments: Money
}

export const EMPTY_ACCOUNT: Account = {
  opening: 0n,
  walletBalance: 0n,
  realizedPnl: 0n,
  fees: 0n,
  funding: 0n,
  adjustments: 0n,
}

/** Sets the wallet to `balance`, which includes everything booked before. */
export const openedWith = (account: Account, balance: Money): Account => ({
  ...account,
  opening: account.opening + balance - account.walletBalance,
  walletBalance: balance,
})

export const afterFill = (account: Account, { realizedPnl, fee }: Pick<Fill, 'realizedPnl' | 'fee'>): Account => ({
  ...account,
  walletBalance: account.walletBalance + realizedPnl - fee,
  realizedPnl: account.realizedPnl + realizedPnl,
  fees: account.fees + fee,
})

export const afterFunding = (account: Account, amount: Money): Account => ({
  ...account,
  walletBalance: account.walletBalance + amount,
  funding: account.funding + amount,
})

export const afterAdjustment = (account: Account, difference: Money): Account => ({
  ...account,
  walletBalance: account.walletBalance + difference,
  adjustments: account.adjustments + difference,
})

/** Permissions of a key at the exchange; null when the exchange does not report them. */
export interface KeyPermissions {
  readonly trade: boolean | null
  readonly withdraw: boolean | null
  readonly transfer: boolean | null
  readonly boundToAddresses: boolean | null
  /** Null when the key never expires or its expiry is not reported. */
  readonly expiresAtMs: Instant | null
}
