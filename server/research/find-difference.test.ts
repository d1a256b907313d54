import { describe, expect, it } from 'vitest'
import { BTC } from '../../test/support/generated-history.ts'
import { EMPTY_ACCOUNT } from '../domain/account/account.ts'
import { lots, ticks } from '../domain/market/instrument.ts'
import { findDifference } from './find-difference.ts'
import { createRunTally, type RunTally, type TradeResult } from './run-tally.ts'

const aTrade = (changes: Partial<TradeResult> = {}): TradeResult => ({
  symbol: 'BTCUSDT',
  strategyId: 'S05',
  direction: 'LONG',
  openedMs: 1_000,
  entryTicks: ticks(300_000),
  entryValue: 3_000n,
  lots: lots(1),
  closedMs: 2_000,
  exitTicks: ticks(300_100),
  exitValue: 3_001n,
  reason: 'TARGET',
  gross: 1n,
  fees: 0n,
  funding: 0n,
  net: 1n,
  stopTicks: ticks(299_000),
  ...changes,
})

const aRun = (trades: readonly TradeResult[], changes: Partial<RunTally> = {}) => ({
  tally: { ...createRunTally(100n), trades: [...trades], ...changes },
  account: EMPTY_ACCOUNT,
})

describe('the first difference between two drivers', () => {
  it('is absent between equal results', () => {
    expect(findDifference(aRun([aTrade()]), aRun([aTrade()]), [BTC])).toBeNull()
  })

  it('is the first trade that differs', () => {
    const [fast, exact] = [aRun([aTrade(), aTrade({ closedMs: 2_001 })]), aRun([aTrade(), aTrade()])]
    expect(findDifference(fast, exact, [BTC])).toMatch(
      /^trade 2 is BTCUSDT,.*02.001Z,.* by the fast driver, and .*02.000Z,/,
    )
  })

  it('is a trade that one of them lacks', () => {
    expect(findDifference(aRun([]), aRun([aTrade()]), [BTC])).toMatch(/^trade 1 is missing by the fast driver/)
  })

  it.each<[string, Partial<RunTally>]>([
    ['refused entries', { refusals: new Map([['G18', 1]]) }],
    ['pauses', { pauses: [{ atMs: 1, code: 'DAY_LOSS' }] }],
    ['daily equity', { days: [{ atMs: 1, equity: 2n }] }],
  ])('is in the %s when the trades are equal', (name, changes) => {
    expect(findDifference(aRun([aTrade()], changes), aRun([aTrade()]), [BTC])).toBe(
      `the trades are equal, but the ${name} differ`,
    )
  })
})
