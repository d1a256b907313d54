import { describe, expect, it } from 'vitest'
import { aStage } from '../../../../test/support/venue-stage.ts'
import { createRandom } from '../../../core/random.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { type FaultPlan, NO_FAULTS, withFaults } from './index.ts'

const stageWith = (plan: Partial<FaultPlan>, seed = 1) => {
  const stage = aStage({
    wire: (venue, tasks) =>
      withFaults(
        venue,
        { ...NO_FAULTS, ...plan },
        {
          random: createRandom(seed),
          schedule: tasks.after,
          interfere: venue.interfere,
        },
      ),
  })
  stage.mark(600_000)
  return stage
}

const sendMany = (stage: ReturnType<typeof stageWith>, count = 20): void => {
  for (let index = 0; index < count; index++) {
    stage.send({ quantity: lots(1), price: ticks(500_000 - index) })
    stage.tasks.pass(100)
  }
}

const listAnswers = (stage: ReturnType<typeof stageWith>) =>
  stage.of('submitAnswered').map(({ outcome }) => outcome.kind)

const acceptedBy = (stage: ReturnType<typeof stageWith>): number => stage.store.readOpenOrders().length

const timedFault = (probability: number, fromMs: number, toMs = fromMs) => ({ probability, fromMs, toMs })

const always = { streamDuplicated: 1, responseDuplicated: 1 }

describe('a wire', () => {
  it('without faults passes everything through unchanged', () => {
    const [plain, wired] = [aStage(), stageWith({})]
    plain.mark(600_000)
    for (const stage of [plain, wired]) {
      stage.quote('SELL', 600_000, 3)
      stage.submit()
      stage.cancel('order1')
      stage.account()
      stage.query('order1')
    }
    expect(wired.events).toEqual(plain.events)
  })

  it('reports each request that is refused in a storm of rate limits', () => {
    const refused: string[] = []
    const stage = aStage({
      wire: (venue, tasks) =>
        withFaults(
          venue,
          { ...NO_FAULTS, rateLimitStorm: timedFault(1, 60_000) },
          { random: createRandom(1), schedule: tasks.after, onThrottled: (refusal) => refused.push(refusal) },
        ),
    })
    stage.mark(600_000)
    sendMany(stage, 4)
    stage.cancel('order1')
    expect(refused).toEqual(['venueCode', 'venueCode', 'venueCode', 'venueCode', 'http429'])
  })

  it('that loses requests leaves the exchange without them, and the caller without an answer or with an unknown outcome', () => {
    const stage = stageWith({ requestLost: 1, timeoutMs: 700 })
    sendMany(stage)
    expect(listAnswers(stage).length).toBeLessThan(20)
    stage.tasks.pass(1_000)
    expect(acceptedBy(stage)).toBe(0)
    expect(new Set(listAnswers(stage))).toEqual(new Set(['unknown']))
    expect(listAnswers(stage).length).toBeGreaterThan(3)
    expect(listAnswers(stage).length).toBeLessThan(17)
  })

  it('that loses answers leaves the order at the exchange', () => {
    const stage = stageWith({ responseLost: 1, timeoutMs: 700 })
    sendMany(stage)
    stage.tasks.pass(1_000)
    expect(acceptedBy(stage)).toBe(20)
    expect(new Set(listAnswers(stage))).toEqual(new Set(['unknown']))
    expect(stage.of('report')).toHaveLength(20)
  })

  it('publishes answers later when answers are delayed', () => {
    const stage = stageWith({ responseDelayed: timedFault(1, 300, 400) })
    stage.send()
    stage.tasks.pass(299)
    expect(listAnswers(stage)).toEqual([])
    stage.tasks.pass(101)
    expect(listAnswers(stage)).toEqual(['accepted'])
  })

  it('publishes answers and events twice when they are duplicated', () => {
    const stage = stageWith(always)
    stage.send({}, { id: 'one' })
    stage.tasks.pass(1_000)
    expect(listAnswers(stage)).toEqual(['accepted', 'accepted'])
    expect(stage.reportsFor('one').map(({ sequence }) => sequence)).toEqual([1, 1])
  })

  it('publishes an event after the next one when reordered, and the last one after a moment', () => {
    const stage = stageWith({ streamReordered: 1 })
    stage.quote('SELL', 600_000, 3)
    stage.tasks.pass(100)
    const before = stage.events.length
    stage.send({ quantity: lots(3) })
    stage.tasks.pass(1_000)
    const kinds = stage.events.slice(before).map(({ kind }) => kind)
    expect(kinds).toEqual(['submitAnswered', 'fill', 'report', 'position', 'report'])
    stage.cancel('order1')
    stage.venue.heartbeat()
    stage.tasks.pass(49)
    expect(stage.of('heartbeat')).toHaveLength(1)
    stage.tasks.pass(1)
    expect(stage.of('heartbeat')).toHaveLength(2)
  })

  it('drops events while the stream is broken, then reports that it was lost and is restored', () => {
    const stage = stageWith({ streamGap: timedFault(1, 500) })
    stage.send({}, { id: 'one' })
    stage.tasks.pass(499)
    expect([listAnswers(stage), stage.reportsFor('one')]).toEqual([['accepted'], []])
    stage.tasks.pass(1)
    expect(stage.of('stream').map(({ state }) => state)).toEqual(['connected', 'lost', 'connected'])
    expect(stage.account().openOrders).toHaveLength(1)
  })

  it('in a storm of 429 rejects submits definitely and fails everything else', () => {
    const stage = stageWith({ rateLimitStorm: timedFault(1, 1_000) })
    stage.send()
    stage.venue.heartbeat()
    stage.tasks.pass(10)
    expect(stage.of('submitAnswered')[0]?.outcome).toMatchObject({
      rejection: { category: 'RATE_LIMIT', code: '-1003' },
    })
    expect([acceptedBy(stage), stage.cancel('one'), stage.query('one')]).toMatchObject([
      0,
      { kind: 'unknown' },
      { kind: 'failed' },
    ])
    expect(() => stage.account()).toThrow('was not read')
  })

  it('that answers 5xx has half of the orders executed', () => {
    const stage = stageWith({ serverErrors: 1 })
    sendMany(stage, 40)
    expect(listAnswers(stage)).toEqual(new Array(40).fill('unknown'))
    expect(acceptedBy(stage)).toBeGreaterThan(10)
    expect(acceptedBy(stage)).toBeLessThan(30)
  })

  it('whose reads fail still accepts orders', () => {
    const stage = stageWith({ readsFail: 1 })
    expect(stage.submit({}, { id: 'one' }).kind).toBe('accepted')
    expect(stage.query('one')).toMatchObject({ kind: 'failed' })
  })

  it('makes stops vanish a second or two after they were accepted', () => {
    const stage = stageWith({ stopsVanish: 1 })
    const trigger = { price: ticks(610_000), by: 'MARK' } as const
    stage.submit({ type: 'STOP_MARKET', price: null, trigger }, { id: 'stop' })
    stage.submit({}, { id: 'rest' })
    stage.tasks.pass(999)
    expect(acceptedBy(stage)).toBe(2)
    stage.tasks.pass(1_001)
    expect(stage.account().openOrders.map(({ venueClientId }) => venueClientId)).toEqual(['rest'])
    expect(stage.reportsFor('stop').map(({ status }) => status)).toEqual(['UNTRIGGERED'])
  })

  it.each([
    [5_000, 'rejected'],
    [-1_500, 'rejected'],
    [2_000, 'accepted'],
  ])('to an exchange whose clock is %i ms ahead has requests judged by that clock: %s', (clockSkewMs, kind) => {
    const stage = stageWith({ clockSkewMs })
    expect(stage.submit().kind).toBe(kind)
    stage.venue.send({ kind: 'readTime', queryId: 1 })
    stage.tasks.run()
    expect(stage.of('timeRead').at(-1)?.serverTimeMs).toBe(stage.clock.nowMs + clockSkewMs)
  })

  it('publishes nothing during a pause, and then everything in order', () => {
    const stage = stageWith({ pause: timedFault(1, 2_000) })
    const before = stage.events.length
    stage.send({}, { id: 'one' })
    stage.tasks.pass(1_999)
    expect(stage.events).toHaveLength(before)
    stage.tasks.pass(1)
    expect(stage.events.slice(before).map(({ kind }) => kind)).toEqual(['submitAnswered', 'report'])
  })

  it('is restored when the time of its faults is over', () => {
    const stage = stageWith({ requestLost: 1, rateLimitStorm: timedFault(0.5, 60_000), untilMs: 1_000 })
    sendMany(stage)
    stage.tasks.pass(1_000)
    expect(stage.submit({}, { id: 'late' }).kind).toBe('accepted')
  })

  it('retains what the listener does not accept', () => {
    const stage = stageWith({})
    stage.taking.events = false
    stage.send({}, { id: 'one' })
    stage.tasks.pass(100)
    stage.taking.events = true
    stage.tasks.pass(100)
    expect(stage.reportsFor('one')).toHaveLength(1)
  })

  it('draws the same faults from the same seed', () => {
    const all: Partial<FaultPlan> = {
      requestLost: 0.1,
      responseLost: 0.1,
      responseDelayed: timedFault(0.2, 10, 500),
      responseDuplicated: 0.1,
      streamDuplicated: 0.1,
      streamReordered: 0.2,
      streamGap: timedFault(0.05, 100, 900),
      serverErrors: 0.1,
      pause: timedFault(0.05, 100, 900),
    }
    const collectEvents = (seed: number) => {
      const stage = stageWith(all, seed)
      sendMany(stage)
      stage.tasks.pass(10_000)
      return stage.events
    }
    expect(collectEvents(3)).toEqual(collectEvents(3))
    expect(collectEvents(3)).not.toEqual(collectEvents(4))
  })
})
