/** An indicator that works its figure out when it is called, as one that answers with it. */
export const called =
  (indicator: (close: number) => () => number) =>
  (close: number): number =>
    indicator(close)()
