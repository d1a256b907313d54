/**
 * Driver of a backtest: `exact` runs the engine with every order, response and check; `fast` processes only the minutes
 * in which something can happen. Both give the same result.
 */
export type Driver = 'exact' | 'fast'
