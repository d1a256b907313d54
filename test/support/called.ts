/** Wraps an indicator that computes its value on demand as one that returns it. */
export const called =
  (indicator: (close: number) => () => number) =>
  (close: number): number =>
    indicator(close)()
