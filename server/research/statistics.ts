import { computeMean, computeMoments, tailMean } from '../core/statistics/moments.ts'
import {
  annualised,
  computeSharpe,
  computeSortino,
  minimumTrackRecord,
  PERIODS_A_YEAR,
  probabilisticSharpe,
} from '../core/statistics/sharpe.ts'
import { wilsonInterval } from '../core/statistics/wilson.ts'

/**
 * Computes the statistics of a backtest run on returns, risk, trades and exposure. Returns are by UTC day, r_d = E_d ÷
 * E_(d−1) − 1, a year has 365 of them. Every statistic is a plain number; shares are fractions.
 */
export const computeStatistics = (input: StatisticsInput): Readonly<Record<string, Figure>> => ({
  ...returnFigures(input),
  ...riskFigures(input),
  ...tradeFigures(input.trades),
  ...usageFigures(input),
})

export interface StatisticsInput {
  readonly trades: readonly TradeFigures[]
  /** Equity at the start, then at the end of each UTC day. */
  readonly equity: readonly number[]
  readonly minutes: number
  readonly minutesActive: number
  /** Σ of the traded value, in quote currency. */
  readonly traded: number
  /** Maximum drawdowns as shares: by minute closes, and by every price of minutes with a position. */
  readonly drawdown: { readonly byMinute: number; readonly byPrice: number }
}

/** Values of a trade: `r` is its net result divided by the loss at its first stop, null if unknown. */
export interface TradeFigures {
  readonly net: number
  readonly r: number | null
}

/** A statistic; null with the reason when the sample is too small. */
export interface Figure {
  readonly value: number | null
  readonly lack: string | null
}

/** Number of trades below which a ratio is noise. */
const TRADES_MIN = 30
const DAYS_MIN = 30
/** Number of days below which an annualised rate is noise. */
const YEARLY_DAYS_MIN = 90

const FEW_TRADES = `fewer than ${TRADES_MIN} trades`
const FEW_DAYS = `fewer than ${DAYS_MIN} days`
const SHORT = `fewer than ${YEARLY_DAYS_MIN} days`
const UNDEFINED = 'not defined for this sample'

const known = (value: number | null | undefined): Figure =>
  value == null || !Number.isFinite(value) ? { value: null, lack: UNDEFINED } : { value, lack: null }

const unless = (lack: string | false, compute: () => number | null | undefined): Figure =>
  lack === false ? known(compute()) : { value: null, lack }

/**
 * - cagr: (E_n ÷ E_0)^(365 ÷ days) − 1.
 * - volatility: s(r) · √365, s over n − 1.
 * - sharpe: mean ÷ s · √365 without a risk-free rate (Sharpe 1994; Lo 2002); its standard error after Mertens (2002).
 * - sortino: mean ÷ √mean(min(r, 0)²) · √365 over all days (Sortino, van der Meer 1991).
 * - psr: probability that the true Sharpe ratio is above 0 (Bailey, López de Prado 2012); minTrackRecordDays: the days
 *   after which that is significant (ibid.).
 */
const returnFigures = ({ equity }: StatisticsInput): Record<string, Figure> => {
  const returns = dailyReturns(equity)
  const days = returns.length
  const short = days < DAYS_MIN && FEW_DAYS
  const sharpe = computeSharpe(returns)
  const [first = 0, last = 0] = [equity[0], equity.at(-1)]
  return {
    netReturn: known(first > 0 ? last / first - 1 : null),
    cagr: unless(days < YEARLY_DAYS_MIN && SHORT, () => (last / first) ** (PERIODS_A_YEAR / days) - 1),
    volatility: unless(short, () => {
      const moments = computeMoments(returns)
      return moments && annualised(moments.deviation)
    }),
    sharpe: unless(short, () => sharpe && annualised(sharpe.ratio)),
    sharpeError: unless(short, () => sharpe && annualised(sharpe.standardError)),
    sortino: unless(short, () => computeSortino(returns)),
    psr: unless(short, () => sharpe && probabilisticSharpe(sharpe)),
    minTrackRecordDays: unless(short, () => sharpe && minimumTrackRecord(sharpe)),
  }
}

/** Returns of UTC days: r_d = E_d ÷ E_(d−1) − 1. */
export const dailyReturns = (equity: readonly number[]): number[] =>
  equity.slice(1).map((value, index) => value / (equity[index] ?? value) - 1)

/**
 * - maxDrawdown: max(1 − E_t ÷ max_(s≤t) E_s) over the closes of minutes; maxDrawdownByPrice: the same with every price
 *   of the minutes held, by the mark.
 * - calmar: cagr ÷ maxDrawdown (Young 1991).
 * - ulcer: √mean(dd²) over days (Martin 1989); longestBelowDays: the longest period below a peak, in days.
 */
const riskFigures = ({ equity, drawdown }: StatisticsInput): Record<string, Figure> => {
  const days = equity.length - 1
  const falls: number[] = []
  let [peak, below, longest] = [0, 0, 0]
  for (const value of equity) {
    peak = Math.max(peak, value)
    falls.push(peak > 0 ? 1 - value / peak : 0)
    below = value < peak ? below + 1 : 0
    longest = Math.max(longest, below)
  }
  const [first = 0, last = 0] = [equity[0], equity.at(-1)]
  return {
    maxDrawdown: known(drawdown.byMinute),
    maxDrawdownByPrice: known(drawdown.byPrice),
    calmar: unless(days < YEARLY_DAYS_MIN && SHORT, () =>
      drawdown.byMinute > 0 ? ((last / first) ** (PERIODS_A_YEAR / days) - 1) / drawdown.byMinute : null,
    ),
    ulcer: known(Math.sqrt(computeMean(falls.map((fall) => fall ** 2)) ?? 0)),
    longestBelowDays: known(longest),
  }
}

/** SQN is compared with n capped at this (Tharp 2008). */
const SQN_TRADES_MAX = 100

/**
 * - winRate: wins ÷ trades, with the Wilson interval (1927) at 95%.
 * - profitFactor: Σ wins ÷ |Σ losses|, net; payoff: mean win ÷ |mean loss|.
 * - kelly: W − (1 − W) ÷ payoff (Kelly 1956).
 * - expectancy: mean net result; meanR: the same in R. sqn: √n · mean(R) ÷ s(R), n at most 100 (Tharp 2008).
 * - cvarR: mean of the worst 5% in R (Rockafellar, Uryasev 2000).
 */
const tradeFigures = (trades: readonly TradeFigures[]): Record<string, Figure> => {
  const few = trades.length < TRADES_MIN && FEW_TRADES
  const wins = trades.map(({ net }) => net).filter((net) => net > 0)
  const losses = trades.map(({ net }) => net).filter((net) => net < 0)
  const rs = trades.flatMap(({ r }) => (r === null ? [] : [r]))
  const share = trades.length === 0 ? null : wins.length / trades.length
  const payoff = ratio(computeMean(wins), computeMean(losses))
  const [low, high] = wilsonInterval({ successes: wins.length, trials: trades.length })
  const moments = computeMoments(rs)
  return {
    trades: known(trades.length),
    winRate: unless(few, () => share),
    winRateLow: unless(few, () => low),
    winRateHigh: unless(few, () => high),
    profitFactor: unless(few, () => ratio(sum(wins), sum(losses))),
    payoff: unless(few, () => payoff),
    kelly: unless(few, () => (share === null || !payoff ? null : share - (1 - share) / payoff)),
    expectancy: unless(few, () => computeMean(trades.map(({ net }) => net))),
    meanR: unless(few, () => computeMean(rs)),
    sqn: unless(
      few,
      () => moments && (Math.sqrt(Math.min(rs.length, SQN_TRADES_MAX)) * moments.mean) / moments.deviation,
    ),
    cvarR: unless(few, () => tailMean(rs)),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const ratio = (gain: number | null, loss: number | null): number | null =>
  gain === null || loss === null || loss === 0 ? null : gain / Math.abs(loss)

/** exposure: minutes with a position or a working order ÷ minutes. turnover: Σ traded ÷ mean equity, a year. */
const usageFigures = ({ minutes, minutesActive, traded, equity }: StatisticsInput): Record<string, Figure> => {
  const mean = computeMean(equity)
  const days = equity.length - 1
  return {
    exposure: known(minutes === 0 ? null : minutesActive / minutes),
    turnover: unless(days < DAYS_MIN && FEW_DAYS, () => mean && (traded / mean) * (PERIODS_A_YEAR / days)),
  }
}
