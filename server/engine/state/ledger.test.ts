import { describe, expect, it } from 'vitest'
import type { LedgerFact } from '../model/facts.ts'
import { applyFact, createLedger, type Ledger } from './ledger.ts'

const started = (runId: string, epoch: number): LedgerFact => ({
  kind: 'runStarted',
  runId,
  market: 'simulated seed=1',
  mode: 'PAPER',
  epoch,
  atMs: 5,
})

const listed = (symbol: string, tickSize: string): LedgerFact => ({
  kind: 'instrumentListed',
  symbol,
  tickSize,
  lotSize: '0.001',
  minNotional: null,
  maxLeverage: null,
  atMs: 5,
})

const fold = (...facts: readonly LedgerFact[]): Ledger => {
  const ledger = createLedger()
  for (const fact of facts) applyFact(ledger, fact)
  return ledger
}

describe('applyFact', () => {
  it('records the market and the last run, and that an unfinished run did not end cleanly', () => {
    expect(fold(started('run_A', 1), { kind: 'runEnded', runId: 'run_A', atMs: 6 }, started('run_B', 2))).toMatchObject(
      {
        market: 'simulated seed=1',
        run: { runId: 'run_B', epoch: 2, endedCleanly: false },
      },
    )
  })

  it('ignores the end of another run', () => {
    const other = { kind: 'runEnded', runId: 'run_Z', atMs: 6 } as const
    expect(fold(started('run_A', 1), other)).toEqual(fold(started('run_A', 1)))
    expect(fold(other)).toEqual(createLedger())
  })

  it('retains the newest listing of each symbol', () => {
    const { listed: known } = fold(listed('BTCUSDT', '0.1'), listed('ETHUSDT', '0.01'), listed('BTCUSDT', '0.5'))
    expect([...known.values()].map(({ symbol, tickSize }) => [symbol, tickSize])).toEqual([
      ['BTCUSDT', '0.5'],
      ['ETHUSDT', '0.01'],
    ])
  })

  it('ignores facts that are only for the record', () => {
    const change = { symbol: 'BTCUSDT', state: 'lost' } as const
    expect(fold({ kind: 'streamChanged', change, atMs: 5 })).toEqual(createLedger())
  })
})
