import { atr, bothWays, defineStrategy, ema, enterLong } from 'plimsoll/strategy'

/** Buys when the fast average crosses above the slow one, sells when below; stop and target by the average true range. */
export default defineStrategy({
  id: 'EMA_CROSS',
  name: 'EMA_CROSS',
  family: 'TREND',
  version: 1,
  params: { fast: 9, slow: 21, atrBars: 14, stopAtr: 1.5, targetAtr: 3 },
  warmupBars: 84,
  horizonBars: 32,
  needs: [],
  begin: bothWays(({ fast, slow, atrBars, stopAtr, targetAtr }) => {
    const [fastAt, slowAt, rangeAt] = [ema(fast), ema(slow), atr(atrBars)]
    let before = Number.NaN
    return (bar) => {
      const [close, range, lead] = [bar.close, rangeAt(bar), fastAt(bar.close) - slowAt(bar.close)]
      const crossed = before <= 0 && lead > 0
      before = lead
      const [stopLoss, takeProfit] = [close - stopAtr * range, close + targetAtr * range]
      return crossed
        ? enterLong({
            close,
            atr: range,
            score: lead / range,
            stopLoss,
            takeProfit,
            features: { leadAtr: lead / range },
          })
        : null
    }
  }),
})
