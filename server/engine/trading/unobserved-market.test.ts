import { describe, expect, it } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { aFill, anAccount, INSTRUCTED, MARK, openHarness } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { EngineEvent } from '../model/events.ts'
import { step } from '../run/step.ts'

/** The engine after a restart with a position whose stop was never sent, before it receives market events. */
const restarted = () => {
  const before = openHarness()
  before.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
  const [entry] = before.takeSubmissions()
  if (!entry) throw new Error('no entry was sent')
  before.state.session.guards.clear()
  before.state.session.reconciliation.doneAtMs = null
  before.publish({ kind: 'fill', fill: aFill(entry, { price: ticks(MARK) }) })
  const state = anEngineState({ ledger: before.state.ledger })
  const atMs = before.nowMs + 1_000
  const run = (event: EngineEvent) => step(state, event)
  const health = { commitP99Ms: 1, freeDiskBytes: 2 ** 40 }
  run({ kind: 'command', command: { kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' }, atMs })
  run({ kind: 'venue', event: { kind: 'stream', state: 'connected' }, atMs })
  const queryIds = run({ kind: 'timer', health, atMs }).effects.flatMap((effect) =>
    effect.kind === 'askVenue' && effect.request.kind === 'readAccount' ? [effect.request.queryId] : [],
  )
  const [queryId = 0] = queryIds
  const theirs = {
    symbol: 'BTCUSDT',
    quantity: 10,
    cost: before.position()?.cost ?? 0n,
    liquidationPrice: null,
    leverage: 3,
    maintenanceMargin: 0n,
  }
  const snapshot = anAccount({ positions: [theirs], walletBalance: before.state.ledger.account.walletBalance })
  return { state, run, atMs, health, read: { kind: 'accountRead', queryId, snapshot } as const }
}

describe('a position whose market has not been observed since the restart', () => {
  it('waits for market data with its stop', () => {
    const { state, run, atMs, health, read } = restarted()
    expect(run({ kind: 'venue', event: read, atMs }).effects).toEqual([])
    expect(state.session.reconciliation.doneAtMs).toBe(atMs)
    const later = run({ kind: 'timer', health, atMs: atMs + 20_000 })
    expect(later.effects.filter(({ kind }) => kind === 'submitOrder')).toEqual([])
  })

  it('cannot be closed yet', () => {
    const { state, run, atMs } = restarted()
    const positionId = state.ledger.positions.get('BTCUSDT')?.positionId ?? 'pos_'
    const orderId = 'ord_00000000000000000000000077' as const
    const order = { positionId, orderId, venueSeed: orderId.slice(4), quantity: null, maxSlippageBps: null }
    const { outcome } = run({
      kind: 'command',
      command: { kind: 'closePosition', ...order, instructed: INSTRUCTED },
      atMs,
    })
    expect(outcome).toMatchObject({ refusal: { kind: 'marketNotSeen' } })
  })
})
