import { describe, expect, it } from 'vitest'
import { afterAdjustment, afterFill, afterFunding, EMPTY_ACCOUNT, openedWith } from './account.ts'

const OPENED = openedWith(EMPTY_ACCOUNT, 1_000n)

describe('an account', () => {
  it('begins with the wallet balance', () => {
    expect(OPENED).toEqual({ ...EMPTY_ACCOUNT, opening: 1_000n, walletBalance: 1_000n })
  })

  it('gains the realised PnL of a fill and pays its fee', () => {
    expect(afterFill(OPENED, { realizedPnl: 50n, fee: 3n })).toEqual({
      ...OPENED,
      walletBalance: 1_047n,
      realizedPnl: 50n,
      fees: 3n,
    })
  })

  it('gains a rebate', () => {
    expect(afterFill(OPENED, { realizedPnl: 0n, fee: -2n })).toMatchObject({ walletBalance: 1_002n, fees: -2n })
  })

  it('moves by the signed funding amount', () => {
    expect(afterFunding(OPENED, -7n)).toEqual({ ...OPENED, walletBalance: 993n, funding: -7n })
  })

  it('keeps a correction separate from earnings', () => {
    expect(afterAdjustment(OPENED, -10n)).toEqual({ ...OPENED, walletBalance: 990n, adjustments: -10n })
  })

  it('counts bookings before its opening as part of the opening balance', () => {
    const booked = afterFill(EMPTY_ACCOUNT, { realizedPnl: 50n, fee: 3n })
    expect(openedWith(booked, 1_000n)).toEqual({ ...booked, opening: 953n, walletBalance: 1_000n })
  })
})
