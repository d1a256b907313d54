/**
 * Way to run a backtest: `exact` runs the engine with every order, answer and check; `fast` visits only the minutes in
 * which something can happen. Both give the same result.
 */
export type Driver = 'exact' | 'fast'
