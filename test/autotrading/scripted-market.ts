import { onTestFinished } from 'vitest'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import type { Direction } from '../../server/domain/signal/strategy.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import type { Rules } from '../../server/engine/state/turn.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { enter } from './scripted-strategy.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'

/** Opens the light market of BTCUSDT at noon, with an hour of history and scripted strategies. */
export const openScriptedMarket = (rules: Rules): TradedMarket => {
  const store = openEngineStore(aTempDirectory())
  onTestFinished(() => store.close())
  const specs = INSTRUMENT_SPECS.slice(0, 1)
  return openTradedMarket({ seed: 5, startMs: NOON_MS, store, specs, rules, historyMs: HOUR_MS })
}

/** Returns the instant at which that many minutes have closed and been received. */
export const minutesOn = (minutes: number): Instant => NOON_MS + minutes * MINUTE_MS + 5_000

/** Returns an idea whose stop and target are the given basis points away from the market at the close of a minute. */
export const ideaAt = (
  { instruments }: TradedMarket,
  openMs: Instant,
  { direction = 'LONG', stopBps = 200, targetBps = 200 }: IdeaSample = {},
) => {
  const candle = instruments[0]?.minuteAt(openMs)
  if (!candle) throw new RangeError('a market has an instrument')
  const sign = direction === 'LONG' ? 1 : -1
  const away = (bps: number): number => (candle.close / 10) * (1 + (sign * bps) / 10_000)
  return enter(direction, away(-stopBps), away(targetBps))
}

interface IdeaSample {
  readonly direction?: Direction
  readonly stopBps?: number
  readonly targetBps?: number
}

/** Returns the outcomes of the signals, in order. */
export const signalOutcomes = (market: TradedMarket) =>
  market.facts.flatMap((fact) => (fact.kind === 'signalResolved' ? [fact.outcome] : []))

/** Returns the facts of one kind, in order. */
export const ofKind = <K extends Fact['kind']>({ facts }: TradedMarket, kind: K) =>
  facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind)

/** Returns the reasons of the orders with which autotrading closes a position. */
export const exitReasons = (market: TradedMarket): (string | null)[] => {
  const intents = ofKind(market, 'audited').filter(({ entry }) => entry.outcome === 'INTENT')
  const reasons = new Map(intents.map(({ entry }) => [entry.target, entry.reason]))
  return ofKind(market, 'orderDecided').flatMap(({ order: { origin, purpose, orderId } }) =>
    origin === 'AUTOTRADING' && purpose === 'CLOSE' ? [reasons.get(orderId) ?? null] : [],
  )
}
