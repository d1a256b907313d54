/** Balance, portfolio and equity history of the account as API bodies. */

import type { Balance, Portfolio } from '../../contract/account.ts'
import { divideRounded, printDecimal } from '../core/decimal.ts'
import { DAY_MS, type Instant, toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import {
  computeDayPnl,
  computeDrawdown,
  type DayPnl,
  type EquityTrack,
  findPeak,
} from '../domain/account/equity-track.ts'
import { type Money, printMoney } from '../domain/account/money.ts'
import { directionSign } from '../domain/position/position.ts'
import { tradingFreshness } from './freshness.ts'
import type { TradingReader } from './trading-reader.ts'
import { type AccountValuation, valueAccount } from './valuation.ts'

/** Returns the balance of the account as the API body. */
export const balanceBody = (reader: TradingReader): Balance => {
  const { walletBalance } = reader.ledger().account
  const { equity, unrealizedPnl, initialMargin, maintenanceMargin } = valueAccount(reader)
  const available = equity - initialMargin
  return {
    asset: 'USDT',
    walletBalance: printMoney(walletBalance),
    equity: printMoney(equity),
    unrealizedPnl: printMoney(unrealizedPnl),
    availableBalance: printMoney(available > 0n ? available : 0n),
    initialMargin: printMoney(initialMargin),
    maintenanceMargin: printMoney(maintenanceMargin),
    marginRatio: equity > 0n ? Number(maintenanceMargin) / Number(equity) : null,
    executionMode: reader.mode,
    ...freshnessFields(reader),
  }
}

/** Requested range of the equity curve. */
export interface SeriesQuery {
  readonly fromMs: Instant | undefined
  readonly toMs: Instant | undefined
  readonly points: number
}

export const portfolioBody = (reader: TradingReader, series: SeriesQuery | null): Portfolio => {
  const { account, equity: track } = reader.ledger()
  const valued = valueAccount(reader)
  const { gross, net } = computeExposure(valued)
  const { status, lastAtMs, differences } = reader.reconciliation()
  return {
    equity: printMoney(valued.equity),
    walletBalance: printMoney(account.walletBalance),
    grossExposure: printMoney(gross),
    netExposure: printMoney(net),
    effectiveLeverage: valued.equity > 0n ? leverageText(gross, valued.equity) : null,
    dayPnl: dayBody(track, computeDayPnl(track, account, valued.equity, valued.unrealizedPnl)),
    drawdown: drawdownBody(reader, valued.equity),
    positions: positionShares(valued, gross),
    reconciliation: { status, lastAt: toRfc3339OrNull(lastAtMs), differences },
    ...(series && { series: seriesBody(reader, series) }),
    executionMode: reader.mode,
    ...freshnessFields(reader),
  }
}

const freshnessFields = (reader: TradingReader) => ({
  asOf: toRfc3339(reader.now()),
  source: tradingFreshness(reader, [...reader.ledger().positions.keys()]),
})

const computeExposure = ({ positions }: AccountValuation): { gross: Money; net: Money } => {
  let [gross, net] = [0n, 0n]
  for (const { position, valuation } of positions) {
    gross += valuation.notional
    net += BigInt(directionSign(position)) * valuation.notional
  }
  return { gross, net }
}

const LEVERAGE_SCALE = 4

const leverageText = (gross: Money, equity: Money): string =>
  printDecimal({ units: divideRounded(gross * 10n ** BigInt(LEVERAGE_SCALE), equity), scale: LEVERAGE_SCALE })

/** Returns the result of the day; zero until the first sample, as no day has begun. */
const dayBody = (track: EquityTrack, day: DayPnl): Portfolio['dayPnl'] => {
  const begun = track.last !== null
  const print = (money: Money): string => printMoney(begun ? money : 0n)
  return {
    realized: print(day.realized),
    unrealized: print(day.unrealized),
    fees: print(day.fees),
    funding: print(day.funding),
    adjustments: print(day.adjustments),
    net: print(day.net),
    dayStartEquity: begun ? printMoney(track.dayStart) : null,
    dayStartAt: begun ? toRfc3339(track.dayStartAtMs) : null,
  }
}

const drawdownBody = ({ ledger, equityTop, now }: TradingReader, equity: Money): Portfolio['drawdown'] => {
  const track = ledger().equity
  if (track.last === null) return { currentPct: 0, maxPct: 0, peakEquity: null, peakAt: null }
  const peak = findPeak(track, equityTop(), { equity, atMs: now() })
  const current = computeDrawdown({ peak: peak.equity }, equity)
  return {
    currentPct: current * 100,
    maxPct: Math.max(current, track.maxDrawdown) * 100,
    peakEquity: printMoney(peak.equity),
    peakAt: toRfc3339(peak.atMs),
  }
}

const positionShares = ({ positions }: AccountValuation, gross: Money): Portfolio['positions'] =>
  positions.map(({ position, valuation: { notional, unrealizedPnl } }) => ({
    positionId: position.positionId,
    symbol: position.symbol,
    direction: position.direction,
    notional: printMoney(notional),
    unrealizedPnl: printMoney(unrealizedPnl),
    shareOfGross: gross === 0n ? 0 : Number(notional) / Number(gross),
  }))

type Series = NonNullable<Portfolio['series']>

const seriesBody = ({ store, now }: TradingReader, { fromMs, toMs, points }: SeriesQuery): Series => {
  const to = toMs ?? Math.max(now(), fromMs ?? 0)
  const from = fromMs ?? Math.max(0, to - DAY_MS)
  return {
    name: 'equity',
    from: toRfc3339(from),
    to: toRfc3339(to),
    points: store.findEquity({ fromMs: from, toMs: to, limit: points }).map((sample) => ({
      at: toRfc3339(sample.atMs),
      equity: printMoney(sample.equity),
      walletBalance: printMoney(sample.walletBalance),
      unrealizedPnl: printMoney(sample.unrealizedPnl),
    })),
  }
}
