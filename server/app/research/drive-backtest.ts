/** Runs a backtest with the exact or the fast driver; with the exact one if the fast one does not support it. */

import type { Driver, DriverRun } from '../../research/driver.ts'
import { ExactOnly } from '../../research/fast/exact-only.ts'
import type { InstrumentHistory } from '../../research/history.ts'
import { type BacktestOutcome, type BacktestSetup, runBacktest } from './run-backtest.ts'
import { runFast } from './run-fast.ts'

/** Outcome of a backtest, and the driver that ran it. */
export interface DrivenOutcome extends BacktestOutcome {
  readonly driver: Driver
  /** Reason why the fast driver does not support the backtest; null when it does, or was not chosen. */
  readonly exactOnly: string | null
}

/** Runs a backtest with the requested driver, or the exact one instead, and yields its steps. */
export function* driveBacktest(
  setup: BacktestSetup,
  histories: readonly InstrumentHistory[],
  driver: Driver,
): DriverRun<DrivenOutcome> {
  if (driver === 'exact') return { ...(yield* runBacktest(setup, histories)), driver, exactOnly: null }
  try {
    return { ...(yield* runFast(setup, histories)), driver, exactOnly: null }
  } catch (error) {
    if (!(error instanceof ExactOnly)) throw error
    return { ...(yield* runBacktest(setup, histories)), driver: 'exact', exactOnly: error.message }
  }
}
