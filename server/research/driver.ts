/** Drivers of a backtest, and the steps between which they can be interrupted. */

import type { Instant } from '../core/instant.ts'
import type { MinuteTrades, WantedTrades } from './history.ts'

/**
 * Driver of a backtest: `exact` runs the engine with every order, response and check; `fast` processes only the minutes
 * in which something can happen. Both give the same result.
 */
export type Driver = 'exact' | 'fast'

/** How ambiguous minutes are resolved: by the assumed path alone, or by trades where they are stored. */
export type Resolution = 'none' | 'trades'

/** Steps of a driver: the end of a day, or a minute whose trades it needs to continue. */
type DriverStep = Instant | WantedTrades

/** A backtest in progress, resumed after each step. */
export type DriverRun<Result> = Generator<DriverStep, Result, MinuteTrades | null | undefined>
