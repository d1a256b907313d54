import { describe, expect, it } from 'vitest'
import {
  bringTo,
  type ControlHarness,
  confirmOnHost,
  listOutcomes,
  openControlHarness,
  pauseEngine,
  rulesWith,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { step } from '../run/step.ts'
import { toClear, toResume } from './resume.ts'
import { printStanding } from './standing.ts'

const stopped = (): ControlHarness => {
  const harness = openControlHarness()
  stopEngine(harness)
  harness.run(6_000)
  return harness
}

const currentMoment = ({ state, nowMs }: ControlHarness) => ({ ...state, atMs: nowMs })

it('is refused when a user has paused since it was shown, or a position has been opened', () => {
  const harness = openControlHarness()
  pauseEngine(harness)
  const displayed = printStanding(harness.state)
  pauseEngine(harness)
  expect(confirmOnHost(harness, 'resume', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
  const again = printStanding(harness.state)
  harness.enter()
  expect(confirmOnHost(harness, 'resume', again)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
})

describe('clearing a stop', () => {
  it('leads to a new reconciliation and then to a pause, never to running', () => {
    const harness = stopped()
    expect(confirmOnHost(harness, 'clearStop')).toEqual({ kind: 'done' })
    expect(harness.state.ledger).toMatchObject({ latch: null, control: { state: 'RECONCILING', desired: 'PAUSED' } })
    harness.run(10_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'PAUSED', reason: { code: 'RECONCILED' } })
    expect(listOutcomes(harness, ['STOP_CLEAR'])).toEqual(['STOP_CLEAR INTENT', 'STOP_CLEAR DONE'])
  })

  it.each<[string, string, (harness: ControlHarness) => void]>([
    ['no stop is engaged', 'NOT_STOPPED', () => {}],
    ['it is still being swept', 'NOT_SWEPT', (harness) => void stopEngine(harness)],
    [
      'an order is open that is to be cancelled',
      'NOT_SWEPT',
      (harness) => {
        harness.place({})
        harness.run(300)
        harness.manners.keepsOrders = true
        stopEngine(harness)
      },
    ],
    [
      'a position has no verified stop',
      'UNPROTECTED',
      (harness) => {
        harness.manners.refuses = ({ terms }) => terms.type === 'STOP_MARKET'
        harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
        harness.run(300)
        stopEngine(harness)
      },
    ],
    [
      'the outcome of an order is unknown',
      'OUTCOME_UNKNOWN',
      (harness) => {
        harness.manners.silent = true
        harness.place({})
        harness.run(4_000)
        stopEngine(harness)
      },
    ],
    [
      'the disk fails',
      'STORE_FAILED',
      (harness) => void step(harness.state, { kind: 'store', failure: 'the disk is full', atMs: harness.nowMs }),
    ],
    [
      'another engine has been found',
      'FOREIGN_EPOCH',
      (harness) => {
        harness.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
        harness.run(31_000)
      },
    ],
    [
      'the process is shutting down',
      'NOT_HALTED',
      (harness) => {
        bringTo(harness, 'HALTED')
        harness.run(6_000)
        bringTo(harness, 'STOPPING')
      },
    ],
    [
      'books and exchange differ',
      'DIFFERENCES',
      (harness) => {
        const difference = { key: 'k', kind: 'QTY_MISMATCH', symbol: null, ours: '1', theirs: '2', firstSeenAtMs: 0 }
        stopEngine(harness)
        harness.state.ledger.differences.set('k', { ...difference, kind: 'QTY_MISMATCH' })
      },
    ],
    [
      'the exchange was not read since the start',
      'NOT_RECONCILED',
      (harness) => {
        stopEngine(harness)
        harness.state.session.reconciliation.doneAtMs = null
      },
    ],
  ])('is refused when %s: %s', (_name, code, arrange) => {
    const harness = openControlHarness()
    arrange(harness)
    const before = harness.state.ledger.control.state
    expect(toClear(currentMoment(harness))?.code).toBe(code)
    expect(confirmOnHost(harness, 'clearStop')).toMatchObject({ kind: 'refused', refusal: { kind: 'notNow', code } })
    expect(harness.state.ledger.control.state).toBe(before)
    expect(listOutcomes(harness, ['STOP_CLEAR'])).toEqual(['STOP_CLEAR REFUSED'])
  })

  it('is not refused for what the account holds when no one watches', () => {
    const harness = openControlHarness()
    stopEngine(harness)
    harness.run(30_000)
    expect(toClear(currentMoment(harness))).toBeUndefined()
    const held = { symbol: 'DOGEUSDT', ours: '0', theirs: '1', firstSeenAtMs: harness.nowMs }
    harness.state.ledger.differences.set('UNWATCHED DOGEUSDT', {
      ...held,
      key: 'UNWATCHED DOGEUSDT',
      kind: 'UNWATCHED_POSITION',
    })
    expect(toClear(currentMoment(harness))).toBeUndefined()
  })

  it('remembers another engine over a restart while an order of it is open', () => {
    const harness = openControlHarness()
    harness.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
    harness.run(31_000)
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    harness.run(40_000)
    expect(toClear(currentMoment(harness))?.code).toBe('FOREIGN_EPOCH')
  })

  it('is refused when the stop was requested again since it was shown', () => {
    const harness = stopped()
    const displayed = printStanding(harness.state)
    stopEngine(harness)
    expect(confirmOnHost(harness, 'clearStop', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
    expect(harness.state.ledger.latch).not.toBeNull()
  })
})

describe('resuming', () => {
  it('brings a paused engine back to running, and names the actor', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
    harness.run(100)
    expect(harness.state.ledger.control).toMatchObject({ state: 'RUNNING', by: { type: 'HOST' } })
    expect(listOutcomes(harness, ['RESUME'])).toEqual(['RESUME INTENT', 'RESUME DONE'])
  })

  it.each([
    ['RUNNING', 'NOT_PAUSED'],
    ['DEGRADED', 'NOT_PAUSED'],
    ['RECONCILING', 'NOT_PAUSED'],
    ['STOPPING', 'NOT_PAUSED'],
    ['HALTED', 'STOP_ENGAGED'],
  ] as const)('is refused when the engine is %s: %s', (state, code) => {
    const harness = openControlHarness()
    if (state !== 'RUNNING') bringTo(harness, state)
    expect(confirmOnHost(harness, 'resume')).toMatchObject({ kind: 'refused', refusal: { kind: 'notNow', code } })
    expect(harness.state.ledger.control.state).toBe(state)
    expect(listOutcomes(harness, ['RESUME'])).toEqual(['RESUME REFUSED'])
  })

  it('is refused when the state differs from what was shown', () => {
    const harness = openControlHarness()
    const displayed = printStanding(harness.state)
    pauseEngine(harness)
    expect(confirmOnHost(harness, 'resume', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
  })

  it('ignores breakers that reset automatically', () => {
    const harness = openControlHarness()
    pauseEngine(harness)
    harness.publish({ kind: 'stream', state: 'lost' })
    expect(toResume(currentMoment(harness))).toBeUndefined()
  })

  it('re-arms tripped breakers, which count from now', () => {
    const harness = openControlHarness(rulesWith({ maxLossStreak: 1 }))
    lose(harness)
    expect(harness.state.ledger).toMatchObject({
      control: { state: 'PAUSED', desired: 'PAUSED' },
      equity: { lossStreak: 1 },
    })
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
    expect([harness.state.ledger.tripped.size, harness.state.ledger.equity.lossStreak]).toEqual([0, 0])
    harness.run(5_000)
    expect(harness.state.ledger.control.state).toBe('RUNNING')
    lose(harness)
    expect([...harness.state.ledger.tripped.keys()]).toEqual(['LOSS_STREAK'])
  })

  it('cannot override the daily loss limit before the loss is recovered', () => {
    const harness = openControlHarness(rulesWith({ maxDayLossPct: 0.01 }))
    harness.enter()
    harness.mark(MARK * 0.995)
    harness.run(2_000)
    expect([...harness.state.ledger.tripped.keys()]).toEqual(['DAY_LOSS'])
    expect(confirmOnHost(harness, 'resume')).toMatchObject({ refusal: { code: 'LIMIT_STANDS' } })
    expect(harness.state.ledger.tripped.has('DAY_LOSS')).toBe(true)
    harness.mark(MARK)
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
  })

  it('is refused by a daily loss that was made while paused', () => {
    const harness = openControlHarness(rulesWith({ maxDayLossPct: 0.01 }))
    harness.enter()
    pauseEngine(harness)
    harness.mark(MARK * 0.995)
    harness.run(2_000)
    expect([...harness.state.ledger.tripped.keys()]).toEqual(['DAY_LOSS'])
    expect(confirmOnHost(harness, 'resume')).toMatchObject({ refusal: { code: 'LIMIT_STANDS' } })
  })

  it('re-arms a losing streak that users ran into while autotrading was paused', () => {
    const harness = openControlHarness(rulesWith({ maxLossStreak: 1 }))
    pauseEngine(harness)
    lose(harness)
    const refused = harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
    expect(harness.order(refused)).toMatchObject({ status: 'DENIED', statusReason: 'G22 LOSS_STREAK' })
    expect([...harness.state.ledger.tripped.keys()]).toEqual(['LOSS_STREAK'])
    expect(confirmOnHost(harness, 'resume')).toEqual({ kind: 'done' })
    expect(harness.order(harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })).status).not.toBe('DENIED')
  })
})

/** One position that ends with a loss of its fees. */
const lose = (harness: ControlHarness): void => {
  harness.enter()
  harness.place({
    type: 'MARKET',
    side: 'SELL',
    price: null,
    timeInForce: 'IOC',
    reduceOnly: true,
    size: { quantity: lots(10) },
    stopLoss: { price: ticks(MARK + 9), by: 'MARK' },
  })
  harness.run(2_000)
}
