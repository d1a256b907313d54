import { type BacktestOutcome, warmStartMs } from '../../server/app/research/run-backtest.ts'
import { computeDigest } from '../../server/core/digest.ts'
import { writeExact } from '../../server/core/exact-json.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { createRandom, type Random } from '../../server/core/random.ts'
import { createHistory, type Minute, walkFunding, walkMinutes } from '../support/generated-history.ts'
import { backtestSetup, FROM_MS, finish, scripted } from '../support/scripted-strategy.ts'
import type { SeedResult } from './run-seed.ts'

/**
 * Runs a backtest on a random market with random entries twice: as `plimsoll backtest` does, without minutes, prices
 * and readings known to change nothing, and with all of them. Both must have the same trades, counts and equity.
 */
export const compareRuns = (seed: number): SeedResult => {
  const random = createRandom(seed)
  const count = 600 + Math.floor(random() * 1_400)
  const warmFromMs = warmStartMs(['1m'], FROM_MS)
  const before = (FROM_MS - warmFromMs) / MINUTE_MS
  const walked = walkMinutes(seed, before + count).map((minute, row) =>
    row < before ? minute : roughen(minute, random),
  )
  const minutes = walked.slice(before)
  const setup = backtestSetup({
    minutes: count,
    strategies: [drawStrategy(minutes, random)],
    path: pick(['stop-first', 'target-first', 'adaptive'], random),
    rearmsDaily: random() < 0.5,
    latencyMs: pick([50, 0, 75, 3_000, 25_000], random),
    market: {
      spreadBps: random() < 0.5 ? 0 : 2,
      participation: random() < 0.5 ? 1 : 0.1,
      impact: random() < 0.5 ? 0 : 1,
      funding: true,
    },
  })
  const history = createHistory(warmFromMs, walked, { funding: walkFunding(seed, warmFromMs, setup.toMs) })
  const usual = finish(setup, history)
  const [parts, others] = [describe(usual), describe(finish({ ...setup, playsEverything: true }, history))]
  const difference = Object.keys(parts).find((name) => writeExact(parts[name]) !== writeExact(others[name]))
  const observed = `${difference} of the backtest is not as it is with every price`
  const violation = { seed, afterMs: 0, invariant: 'RESEARCH', observed, trace: [], flags: '--research ' }
  return {
    digest: computeDigest(writeExact(parts)),
    violation: difference === undefined ? undefined : violation,
    totals: new Map([
      ['virtual ms', count * MINUTE_MS],
      ['backtests compared', 1],
      ['minutes with a position or an order', usual.counts.minutesActive],
      ['trades', usual.tally.trades.length],
    ]),
  }
}

/** Returns the report of a run by name, without IDs, which depend on the engine's requests and differ. */
export const describe = ({
  tally,
  counts,
  account,
  equity,
  openPositions,
}: BacktestOutcome): Record<string, unknown> => {
  const { trades, days, minutes, drawdown, signals, considered, ordered, givenUp, refusals, pauses, fills } = tally
  const { signalFates: fates } = tally
  const open = openPositions.map(({ quantity, direction, cost, feesPaid, funding, protection, openedAtMs }) => {
    return { quantity, direction, cost, feesPaid, funding, plan: protection.plan, openedAtMs }
  })
  const entries = { signals, considered, ordered, givenUp, refusals: [...refusals], fills }
  return { counts, entries, fates, trades, pauses, account, equity, days, minutes: [...minutes], drawdown, open }
}

export const pick = <T>(values: readonly [T, ...T[]], random: Random): T =>
  values[Math.floor(random() * values.length)] ?? values[0]

/** Shares of minutes without data, and with little volume. */
const GAPS = 0.002
const THIN = 0.05
/** Largest distance of the mark price from the last price, in ticks. */
const BASIS_MAX = 60

/** Returns a minute with a separate mark price, sometimes thin, sometimes missing. */
const roughen = (minute: Minute, random: Random): Minute | null => {
  if (random() < GAPS) return null
  const basis = Math.round((random() - 0.5) * 2 * BASIS_MAX)
  const [open, high, low, close] = minute.prices
  const mark = [open + basis, high + basis, low + basis, close + basis] as const
  return { ...minute, mark, ...(random() < THIN && { volume: 1 + Math.floor(random() * 50) }) }
}

const TICKS_PER_UNIT = 10

type Ideas = Parameters<typeof scripted>[0]

/** Returns a strategy that enters and exits at random bars, with stops and targets from 0.2 to 2% away. */
const drawStrategy = (minutes: readonly (Minute | null)[], random: Random) => {
  const ideas: Record<number, Ideas[number]> = {}
  for (const [bar, minute] of minutes.entries()) if (minute && random() < 0.03) ideas[bar] = drawIdea(minute, random)
  return scripted(ideas, { horizonBars: 5 + Math.floor(random() * 240) })
}

const drawIdea = ({ prices: [, , , close] }: Minute, random: Random): Ideas[number] => {
  const direction = random() < 0.5 ? 'LONG' : 'SHORT'
  if (random() < 0.1) return `EXIT_${direction}`
  const price = close / TICKS_PER_UNIT
  const sign = direction === 'LONG' ? 1 : -1
  const [risk, gain] = [0.002 + random() * 0.018, 0.002 + random() * 0.018]
  return { direction, stopLoss: price * (1 - sign * risk), takeProfit: price * (1 + sign * gain) }
}
