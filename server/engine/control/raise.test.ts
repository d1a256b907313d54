import { describe, expect, it } from 'vitest'
import {
  bringTo,
  type ControlFloor,
  confirmOnHost,
  listOutcomes,
  openControlFloor,
  pauseEngine,
  rulesWith,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { venueClientId } from '../../domain/order/venue-client-id.ts'
import { step } from '../run/step.ts'
import { toClear, toResume } from './raise.ts'
import { printStanding } from './standing.ts'

const stopped = (): ControlFloor => {
  const floor = openControlFloor()
  stopEngine(floor)
  floor.run(6_000)
  return floor
}

const currentMoment = ({ state, nowMs }: ControlFloor) => ({ ...state, atMs: nowMs })

it('is refused when a user has paused since it was shown, or a position has been opened', () => {
  const floor = openControlFloor()
  pauseEngine(floor)
  const displayed = printStanding(floor.state)
  pauseEngine(floor)
  expect(confirmOnHost(floor, 'resume', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
  const again = printStanding(floor.state)
  floor.enter()
  expect(confirmOnHost(floor, 'resume', again)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
})

describe('clearing a stop', () => {
  it('leads to a new reconciliation and then to a pause, never to running', () => {
    const floor = stopped()
    expect(confirmOnHost(floor, 'clearStop')).toEqual({ kind: 'done' })
    expect(floor.state.ledger).toMatchObject({ latch: null, control: { state: 'RECONCILING', desired: 'PAUSED' } })
    floor.run(10_000)
    expect(floor.state.ledger.control).toMatchObject({ state: 'PAUSED', reason: { code: 'RECONCILED' } })
    expect(listOutcomes(floor, ['STOP_CLEAR'])).toEqual(['STOP_CLEAR INTENT', 'STOP_CLEAR DONE'])
  })

  it.each<[string, string, (floor: ControlFloor) => void]>([
    ['no stop is engaged', 'NOT_STOPPED', () => {}],
    ['it is still being swept', 'NOT_SWEPT', (floor) => void stopEngine(floor)],
    [
      'an order is open that is to be cancelled',
      'NOT_SWEPT',
      (floor) => {
        floor.place({})
        floor.run(300)
        floor.manners.keepsOrders = true
        stopEngine(floor)
      },
    ],
    [
      'a position has no verified stop',
      'UNPROTECTED',
      (floor) => {
        floor.manners.refuses = ({ terms }) => terms.type === 'STOP_MARKET'
        floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
        floor.run(300)
        stopEngine(floor)
      },
    ],
    [
      'the outcome of an order is unknown',
      'OUTCOME_UNKNOWN',
      (floor) => {
        floor.manners.silent = true
        floor.place({})
        floor.run(4_000)
        stopEngine(floor)
      },
    ],
    [
      'the disk fails',
      'STORE_FAILED',
      (floor) => void step(floor.state, { kind: 'store', failure: 'the disk is full', atMs: floor.nowMs }),
    ],
    [
      'another engine has been found',
      'FOREIGN_EPOCH',
      (floor) => {
        floor.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
        floor.run(31_000)
      },
    ],
    [
      'the process goes down',
      'NOT_HALTED',
      (floor) => {
        bringTo(floor, 'HALTED')
        floor.run(6_000)
        bringTo(floor, 'STOPPING')
      },
    ],
    [
      'books and exchange differ',
      'DIFFERENCES',
      (floor) => {
        const difference = { key: 'k', kind: 'QTY_MISMATCH', symbol: null, ours: '1', theirs: '2', firstSeenAtMs: 0 }
        stopEngine(floor)
        floor.state.ledger.differences.set('k', { ...difference, kind: 'QTY_MISMATCH' })
      },
    ],
    [
      'the exchange was not read since the start',
      'NOT_RECONCILED',
      (floor) => {
        stopEngine(floor)
        floor.state.session.reconciliation.doneAtMs = null
      },
    ],
  ])('is refused when %s: %s', (_name, code, arrange) => {
    const floor = openControlFloor()
    arrange(floor)
    const before = floor.state.ledger.control.state
    expect(toClear(currentMoment(floor))?.code).toBe(code)
    expect(confirmOnHost(floor, 'clearStop')).toMatchObject({ kind: 'refused', refusal: { kind: 'notNow', code } })
    expect(floor.state.ledger.control.state).toBe(before)
    expect(listOutcomes(floor, ['STOP_CLEAR'])).toEqual(['STOP_CLEAR REFUSED'])
  })

  it('is not refused for what the account holds when no one watches', () => {
    const floor = openControlFloor()
    stopEngine(floor)
    floor.run(30_000)
    expect(toClear(currentMoment(floor))).toBeUndefined()
    const held = { symbol: 'DOGEUSDT', ours: '0', theirs: '1', firstSeenAtMs: floor.nowMs }
    floor.state.ledger.differences.set('UNWATCHED DOGEUSDT', {
      ...held,
      key: 'UNWATCHED DOGEUSDT',
      kind: 'UNWATCHED_POSITION',
    })
    expect(toClear(currentMoment(floor))).toBeUndefined()
  })

  it('remembers another engine over a restart while an order of it is open', () => {
    const floor = openControlFloor()
    floor.placeByHand({}, venueClientId('ENTRY', 99, '0'.repeat(26)))
    floor.run(31_000)
    floor.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'PAPER' })
    floor.run(40_000)
    expect(toClear(currentMoment(floor))?.code).toBe('FOREIGN_EPOCH')
  })

  it('is refused when the stop was requested again since it was shown', () => {
    const floor = stopped()
    const displayed = printStanding(floor.state)
    stopEngine(floor)
    expect(confirmOnHost(floor, 'clearStop', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
    expect(floor.state.ledger.latch).not.toBeNull()
  })
})

describe('resuming', () => {
  it('brings a paused engine back to running, and names the actor', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    expect(confirmOnHost(floor, 'resume')).toEqual({ kind: 'done' })
    floor.run(100)
    expect(floor.state.ledger.control).toMatchObject({ state: 'RUNNING', by: { type: 'HOST' } })
    expect(listOutcomes(floor, ['RESUME'])).toEqual(['RESUME INTENT', 'RESUME DONE'])
  })

  it.each([
    ['RUNNING', 'NOT_PAUSED'],
    ['DEGRADED', 'NOT_PAUSED'],
    ['RECONCILING', 'NOT_PAUSED'],
    ['STOPPING', 'NOT_PAUSED'],
    ['HALTED', 'STOP_ENGAGED'],
  ] as const)('is refused when the engine is %s: %s', (state, code) => {
    const floor = openControlFloor()
    if (state !== 'RUNNING') bringTo(floor, state)
    expect(confirmOnHost(floor, 'resume')).toMatchObject({ kind: 'refused', refusal: { kind: 'notNow', code } })
    expect(floor.state.ledger.control.state).toBe(state)
    expect(listOutcomes(floor, ['RESUME'])).toEqual(['RESUME REFUSED'])
  })

  it('is refused when things are not as they were shown', () => {
    const floor = openControlFloor()
    const displayed = printStanding(floor.state)
    pauseEngine(floor)
    expect(confirmOnHost(floor, 'resume', displayed)).toMatchObject({ refusal: { code: 'CHANGED_SINCE' } })
  })

  it('ignores breakers that reset automatically', () => {
    const floor = openControlFloor()
    pauseEngine(floor)
    floor.publish({ kind: 'stream', state: 'lost' })
    expect(toResume(currentMoment(floor))).toBeUndefined()
  })

  it('re-arms what had tripped, which counts from now', () => {
    const floor = openControlFloor(rulesWith({ maxLossStreak: 1 }))
    lose(floor)
    expect(floor.state.ledger).toMatchObject({
      control: { state: 'PAUSED', desired: 'PAUSED' },
      equity: { lossStreak: 1 },
    })
    expect(confirmOnHost(floor, 'resume')).toEqual({ kind: 'done' })
    expect([floor.state.ledger.tripped.size, floor.state.ledger.equity.lossStreak]).toEqual([0, 0])
    floor.run(5_000)
    expect(floor.state.ledger.control.state).toBe('RUNNING')
    lose(floor)
    expect([...floor.state.ledger.tripped.keys()]).toEqual(['LOSS_STREAK'])
  })

  it('does not get past the loss of the day before it is made good', () => {
    const floor = openControlFloor(rulesWith({ maxDayLossPct: 0.01 }))
    floor.enter()
    floor.mark(MARK * 0.995)
    floor.run(2_000)
    expect([...floor.state.ledger.tripped.keys()]).toEqual(['DAY_LOSS'])
    expect(confirmOnHost(floor, 'resume')).toMatchObject({ refusal: { code: 'LIMIT_STANDS' } })
    expect(floor.state.ledger.tripped.has('DAY_LOSS')).toBe(true)
    floor.mark(MARK)
    expect(confirmOnHost(floor, 'resume')).toEqual({ kind: 'done' })
  })

  it('is refused by a loss of the day that was made while paused', () => {
    const floor = openControlFloor(rulesWith({ maxDayLossPct: 0.01 }))
    floor.enter()
    pauseEngine(floor)
    floor.mark(MARK * 0.995)
    floor.run(2_000)
    expect([...floor.state.ledger.tripped.keys()]).toEqual(['DAY_LOSS'])
    expect(confirmOnHost(floor, 'resume')).toMatchObject({ refusal: { code: 'LIMIT_STANDS' } })
  })

  it('re-arms a losing streak that people ran into while autotrading was paused', () => {
    const floor = openControlFloor(rulesWith({ maxLossStreak: 1 }))
    pauseEngine(floor)
    lose(floor)
    const refused = floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })
    expect(floor.order(refused)).toMatchObject({ status: 'DENIED', statusReason: 'G22 LOSS_STREAK' })
    expect([...floor.state.ledger.tripped.keys()]).toEqual(['LOSS_STREAK'])
    expect(confirmOnHost(floor, 'resume')).toEqual({ kind: 'done' })
    expect(floor.order(floor.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })).status).not.toBe('DENIED')
  })
})

/** One position that ends with a loss of its fees. */
const lose = (floor: ControlFloor): void => {
  floor.enter()
  floor.place({
    type: 'MARKET',
    side: 'SELL',
    price: null,
    timeInForce: 'IOC',
    reduceOnly: true,
    size: { quantity: lots(10) },
    stopLoss: { price: ticks(MARK + 9), by: 'MARK' },
  })
  floor.run(2_000)
}
