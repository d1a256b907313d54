import { describe, expect, it } from 'vitest'
import { settle, submit } from '../../../test/autotrading/engine-life.ts'
import { restart, runUntil } from '../../../test/autotrading/run-market.ts'
import {
  exitReasons,
  ideaAt,
  minutesOn,
  ofKind,
  openScriptedMarket,
} from '../../../test/autotrading/scripted-market.ts'
import { aScriptedStrategy, createRules, exit } from '../../../test/autotrading/scripted-strategy.ts'
import type { TradedMarket } from '../../../test/autotrading/traded-market.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { anOrderRequest, INSTRUCTED } from '../../../test/support/trading-floor.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { lots } from '../../domain/market/instrument.ts'
import type { Command } from '../model/events.ts'

/** A market with a long position on BTCUSDT since 12:01; its horizon is two minutes later. */
const enteredMarket = () => {
  const strategy = aScriptedStrategy('T01', { horizonBars: 4 })
  const market = openScriptedMarket(createRules([strategy]))
  strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
  runUntil(market, minutesOn(2))
  expect(positionIn(market)).toMatchObject({ direction: 'LONG', origin: 'AUTOTRADING' })
  expect(positionIn(market)?.protection.state).toBe('VERIFIED')
  return { strategy, market }
}

const HORIZON_MIN = 5

const positionIn = ({ life }: TradedMarket) => life.state.ledger.positions.get('BTCUSDT')

const command = (market: TradedMarket, request: Command): void => {
  submit(market.life, request)
  settle(market.life)
}

describe('an autotrading position', () => {
  it('is closed at the horizon of its signal, and not before', () => {
    const { market } = enteredMarket()
    runUntil(market, minutesOn(HORIZON_MIN) - 6_000)
    expect(exitReasons(market)).toEqual([])
    runUntil(market, minutesOn(HORIZON_MIN))
    expect(exitReasons(market)).toEqual(['HORIZON'])
    expect(positionIn(market)).toBeUndefined()
  })

  it('is closed when the leading strategy exits that direction', () => {
    const { strategy, market } = enteredMarket()
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, exit('LONG'))
    runUntil(market, minutesOn(3))
    expect(exitReasons(market)).toEqual(['STRATEGY_EXIT'])
    expect(positionIn(market)).toBeUndefined()
  })

  it('is closed when the strategy exited while the process was down', () => {
    const { strategy, market } = enteredMarket()
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, exit('LONG'))
    restart(market, 90_000)
    runUntil(market, minutesOn(4))
    expect(exitReasons(market)).toEqual(['STRATEGY_EXIT'])
    expect(positionIn(market)).toBeUndefined()
  })

  it('is kept when the strategy exits the other direction', () => {
    const { strategy, market } = enteredMarket()
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, exit('SHORT'))
    runUntil(market, minutesOn(3))
    expect(positionIn(market)?.direction).toBe('LONG')
  })

  it('keeps its stop until it is flat, and leaves none behind', () => {
    const { market } = enteredMarket()
    runUntil(market, minutesOn(HORIZON_MIN + 1))
    const closed = ofKind(market, 'executed').findIndex(({ fills }) => fills.some(({ side }) => side === 'SELL'))
    const ended = market.facts.indexOf(ofKind(market, 'executed')[closed] ?? expect.fail('it was never closed'))
    const withdrawn = market.facts.findIndex((fact) => fact.kind === 'cancelRequested')
    expect(withdrawn === -1 || withdrawn > ended).toBe(true)
    expect(market.life.state.ledger.working.size).toBe(0)
    expect(market.exchange.readOpenOrders()).toEqual([])
  })

  it('is closed even when a pause was requested meanwhile', () => {
    const { market } = enteredMarket()
    command(market, { kind: 'pause', instructed: INSTRUCTED })
    runUntil(market, minutesOn(HORIZON_MIN))
    expect(exitReasons(market)).toEqual(['HORIZON'])
  })

  it('is left alone under an emergency stop, with its stop in place', () => {
    const { market } = enteredMarket()
    const stop = {
      stopId: 'stp_00000000000000000000000001',
      code: 'EMERGENCY_STOP',
      reason: 'a test',
      flatten: 'NONE',
    } as const
    command(market, {
      kind: 'emergencyStop',
      stop: { ...stop, by: INSTRUCTED.actor, auditId: INSTRUCTED.auditId, atMs: market.nowMs },
      flatten: 'NONE',
      instructed: INSTRUCTED,
    })
    runUntil(market, minutesOn(HORIZON_MIN + 1))
    expect(market.life.state.ledger.control.state).toBe('HALTED')
    expect(exitReasons(market)).toEqual([])
    expect(positionIn(market)?.protection.state).toBe('VERIFIED')
  })

  it('belongs to the user who orders in its symbol from then on', () => {
    const { market } = enteredMarket()
    const quantity = lots(1)
    command(market, {
      kind: 'placeOrder',
      orderId: 'ord_0000000000000000000000TEST',
      venueSeed: '0000000000000000000000TEST',
      request: anOrderRequest({ type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity } }),
      instructed: INSTRUCTED,
    })
    runUntil(market, minutesOn(HORIZON_MIN + 1))
    expect(exitReasons(market)).toEqual([])
    expect(positionIn(market)).toMatchObject({
      direction: 'LONG',
      takenOver: true,
      protection: { state: 'VERIFIED' },
    })
  })

  it.each([0, 90_000])('is closed in time by a process that was restarted after %i ms', (downMs) => {
    const { market } = enteredMarket()
    restart(market, downMs)
    runUntil(market, minutesOn(HORIZON_MIN))
    expect(exitReasons(market)).toEqual(['HORIZON'])
    expect(positionIn(market)).toBeUndefined()
  })

  it('is closed immediately after a restart when its horizon has passed', () => {
    const { market } = enteredMarket()
    restart(market, 10 * MINUTE_MS)
    runUntil(market, market.nowMs + 35_000)
    expect(exitReasons(market)).toEqual(['HORIZON'])
    expect(positionIn(market)).toBeUndefined()
  })

  /** The same after a person has bought one lot more. */
  const takenOver = () => {
    const { strategy, market } = enteredMarket()
    command(market, {
      kind: 'placeOrder',
      orderId: 'ord_0000000000000000000000TEST',
      venueSeed: '0000000000000000000000TEST',
      request: anOrderRequest({ type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(1) } }),
      instructed: INSTRUCTED,
    })
    runUntil(market, market.nowMs + 2_000)
    expect(positionIn(market)?.takenOver).toBe(true)
    return { strategy, market }
  }
  const handBack = (market: TradedMarket): void =>
    command(market, { kind: 'handBack', symbol: 'BTCUSDT', instructed: INSTRUCTED })

  it.each([0, 30_000])('is closed at its horizon after it was handed back, also over a restart of %i ms', (downMs) => {
    const { market } = takenOver()
    handBack(market)
    expect(positionIn(market)).toMatchObject({ handedBack: true, protection: { state: 'VERIFIED' } })
    expect(positionIn(market)?.takenOver).toBeUndefined()
    if (downMs > 0) restart(market, downMs)
    runUntil(market, minutesOn(HORIZON_MIN) - 6_000)
    expect(exitReasons(market)).toEqual([])
    runUntil(market, minutesOn(HORIZON_MIN))
    expect(exitReasons(market)).toEqual(['HORIZON'])
    expect(positionIn(market)).toBeUndefined()
  })

  it('is closed immediately when it is handed back after its horizon', () => {
    const { market } = takenOver()
    runUntil(market, minutesOn(HORIZON_MIN + 1))
    expect(exitReasons(market)).toEqual([])
    handBack(market)
    runUntil(market, market.nowMs + 35_000)
    expect(exitReasons(market)).toEqual(['HORIZON'])
  })

  it('is closed immediately when its strategy exited while a user held it', () => {
    const { strategy, market } = takenOver()
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, exit('LONG'))
    runUntil(market, minutesOn(3))
    expect(exitReasons(market)).toEqual([])
    handBack(market)
    runUntil(market, market.nowMs + 35_000)
    expect(exitReasons(market)).toEqual(['STRATEGY_EXIT'])
  })

  it('is handed back only once, and taken over again by the next order of a user', () => {
    const { market } = takenOver()
    handBack(market)
    handBack(market)
    expect(ofKind(market, 'positionHandedBack')).toHaveLength(1)
    command(market, {
      kind: 'placeOrder',
      orderId: 'ord_000000000000000000000TEST2',
      venueSeed: '000000000000000000000TEST2',
      request: anOrderRequest({ type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(2) } }),
      instructed: INSTRUCTED,
    })
    runUntil(market, minutesOn(HORIZON_MIN + 1))
    expect(exitReasons(market)).toEqual([])
    expect(positionIn(market)?.takenOver).toBe(true)
  })
})
