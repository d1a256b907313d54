import { type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { intervalStart } from '../../server/domain/market/interval.ts'
import { isProtective } from '../../server/domain/order/order.ts'
import { printStanding } from '../../server/engine/control/standing.ts'
import { type Command, HOST } from '../../server/engine/model/events.ts'
import { workingOrders } from '../../server/engine/state/ledger.ts'
import { beginLife, publish, settle, submit } from './engine-life.ts'
import { publishMoment } from './light-feed.ts'
import { MOMENTS_MS } from './light-market.ts'
import type { TradedMarket } from './traded-market.ts'

const HEALTH = { commitP99Ms: 1, freeDiskBytes: 2 ** 40 }
/** Interval of the market feed while requests are in flight. */
const SOON_MS = 250
const STEPS_MAX = 38

/** Advances the market; calls `each` once an hour, after the host's check. */
export const runUntil = (market: TradedMarket, endMs: Instant, each: () => void = () => {}): void => {
  stepWhileBusy(market, market.nowMs)
  for (let at = nextMoment(market.nowMs); at < endMs; at = nextMoment(at)) {
    if (intervalStart('1h', at) > market.nowMs) {
      resumeAsHost(market)
      each()
    }
    passMoment(market, at, true)
    stepWhileBusy(market, at)
  }
}

const stepWhileBusy = (market: TradedMarket, fromMs: Instant): void => {
  const endMs = Math.min(nextMoment(fromMs), fromMs + STEPS_MAX * SOON_MS)
  for (let at = fromMs + SOON_MS; at < endMs && isBusy(market); at += SOON_MS) passMoment(market, at, false)
}

/** Ends the process without a shutdown; the next one begins immediately, or after the downtime. */
export const restart = (market: TradedMarket, downMs = 0): void => {
  void market.life.clearing.close()
  market.nowMs += downMs
  market.strike = undefined
  market.life = beginLife(market)
}

/** Interrupts the market feed for a while; the events in between are never delivered. */
export const loseMarket = (market: TradedMarket, forMs: number): void => {
  const { life, instruments } = market
  const symbols = instruments.map(({ spec }) => spec.instrument.symbol)
  for (const symbol of symbols) publish(life, { kind: 'stream', change: { symbol, state: 'lost' } })
  settle(life)
  market.nowMs += forMs
  life.feed.published.clear()
  for (const symbol of symbols) {
    publish(life, { kind: 'stream', change: { symbol, state: 'live', sinceMs: market.nowMs } })
  }
  settle(life)
}

const nextMoment = (after: Instant): Instant => {
  const minuteMs = intervalStart('1m', after)
  const offset = MOMENTS_MS.find((moment) => minuteMs + moment > after)
  return offset === undefined ? minuteMs + MINUTE_MS + (MOMENTS_MS[0] ?? 0) : minuteMs + offset
}

const passMoment = (market: TradedMarket, at: Instant, trades: boolean): void => {
  const { life } = market
  market.nowMs = at
  for (const event of publishMoment(life.feed, at, trades)) publish(life, event)
  settle(life)
  life.inbox.tick(HEALTH)
  settle(life)
}

/** Returns whether requests are in flight or a position is not protected yet. */
const isBusy = ({ life: { state } }: TradedMarket): boolean =>
  state.ledger.control.state === 'RECONCILING' ||
  [...state.ledger.positions.values()].some(({ protection }) => protection.state !== 'VERIFIED') ||
  workingOrders(state.ledger).some((order) => !isProtective(order) || order.status !== 'UNTRIGGERED')

/** Re-arms tripped breakers as the host, once an hour. */
const resumeAsHost = ({ life }: TradedMarket): void => {
  const { state } = life
  if (state.ledger.control.state !== 'PAUSED') return
  const instructed = {
    actor: HOST,
    requestId: null,
    idempotency: null,
    reason: 'reviewed the losses',
    auditId: `aud_${String(state.session.minted).padStart(26, '0')}`,
  } as const
  const command: Command = { kind: 'resume', displayed: printStanding(state), instructed }
  submit(life, command)
  settle(life)
}
