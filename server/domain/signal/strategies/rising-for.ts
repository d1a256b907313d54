/** Counts the consecutive bars for which a value has risen; call it once per bar. */
export const risingFor = (): ((figure: number) => number) => {
  let before = Number.NaN
  let bars = 0
  return (figure) => {
    bars = figure > before ? bars + 1 : 0
    before = figure
    return bars
  }
}
