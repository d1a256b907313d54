import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/support/runs.ts'
import { StoreFailure } from '../../../core/errors.ts'
import { lots } from '../../../domain/market/instrument.ts'
import { createMemoryStore } from './clearing-store.ts'
import { anOutageStage } from './outage-fixture.ts'

/** Gives promises their turn. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** An exchange whose commits take until `finish` is called, with a mark price and liquidity to buy. */
const slow = async () => {
  const memory = createMemoryStore()
  const commits: { readonly finish: (failure?: StoreFailure) => void; readonly orders: readonly string[] }[] = []
  const store: typeof memory = {
    ...memory,
    commit: (changes) =>
      new Promise((resolve, reject) =>
        commits.push({
          orders: changes.orders.map(({ venueClientId }) => venueClientId),
          finish(failure) {
            if (failure) return reject(failure)
            void memory.commit(changes)
            resolve()
          },
        }),
      ),
  }
  const scene = anOutageStage({ store })
  const { stage } = scene
  const finish = async (failure?: StoreFailure): Promise<void> => {
    commits.shift()?.finish(failure)
    await settled()
    stage.tasks.run()
  }
  const finishAll = async (): Promise<void> => {
    while (commits.length > 0) await finish()
  }
  await finishAll()
  stage.mark(600_000)
  await finishAll()
  stage.events.length = 0
  const send = (...request: Parameters<typeof stage.send>): void => {
    stage.send(...request)
    stage.tasks.run()
  }
  return { ...scene, commits, finish, finishAll, send }
}

const kinds = (events: readonly { readonly kind: string }[]): string[] => events.map(({ kind }) => kind)

describe('an exchange with a slow store', () => {
  it('publishes nothing of a turn before it is durable', async () => {
    const { stage, send, finish } = await slow()
    send({ quantity: lots(5) }, { id: 'first' })
    expect(stage.events).toEqual([])
    await finish()
    expect(kinds(stage.events)).toEqual(['submitAnswered', 'report'])
  })

  it('executes requests that arrive meanwhile together, in the next turn', async () => {
    const { send, commits, finish } = await slow()
    for (const id of ['first', 'second', 'third']) send({ quantity: lots(1) }, { id })
    expect(commits.map(({ orders }) => orders)).toEqual([['first']])
    await finish()
    expect(commits.map(({ orders }) => orders)).toEqual([['second', 'third']])
  })

  it('answers a read with the committed state, whatever the market does meanwhile', async () => {
    const { stage, send, finish } = await slow()
    send({ quantity: lots(5) }, { id: 'resting' })
    await finish()
    stage.send({ quantity: lots(1) }, { id: 'second' })
    stage.venue.send({ kind: 'readAccount', sinceMs: 0, queryId: 1 })
    stage.tasks.run()
    stage.quote('SELL', 600_000, 5)
    await finish()
    expect(stage.of('accountRead')).toMatchObject([
      { snapshot: { positions: [], fills: [], openOrders: [{ filled: 0 }, { filled: 0 }] } },
    ])
    expect(stage.fills()).toEqual([])
    await finish()
    expect(stage.fills()).toHaveLength(1)
  })

  it('is down when a commit fails, and publishes everything since when it can write again', async () => {
    const { stage, send, finish, finishAll, retry, notes } = await slow()
    send({ quantity: lots(5) }, { id: 'resting' })
    send({ quantity: lots(1) }, { id: 'too late' })
    stage.quote('SELL', 600_000, 5)
    await finish(new StoreFailure('the disk is full'))
    expect([notes, kinds(stage.events)]).toEqual([['down: the disk is full'], ['stream', 'submitAnswered']])
    expect(stage.of('submitAnswered')[0]?.outcome).toEqual({ kind: 'unknown', reason: 'the exchange is down' })
    retry()
    await finishAll()
    expect(notes).toEqual(['down: the disk is full', 'up'])
    expect([stage.fills().length, stage.store.readFills('resting').length]).toEqual([1, 1])
    expect(stage.store.findOrder('too late')).toBeUndefined()
  })

  it('writes what is left when it is closed, in order, and publishes nothing more', async () => {
    const { stage, send, commits, finish } = await slow()
    send({ quantity: lots(5) }, { id: 'resting' })
    stage.quote('SELL', 600_000, 5)
    const closed = Promise.resolve(stage.venue.close())
    expect(commits).toHaveLength(1)
    await finish()
    await finish()
    await closed
    expect([stage.store.readFills('resting').length, stage.events, commits]).toEqual([1, [], []])
  })

  it('has stored exactly what it published in the end, wherever a commit fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { maxLength: 30 }), async (all) => {
        const scene = await slow()
        const { stage } = scene
        for (const move of all) await make(scene, move)
        await comeBack(scene)
        const { positions, openOrders, walletBalance } = await readAll(scene)
        const stored = stage.store.fillsSince(0)
        expect(stored).toEqual(stage.fills())
        expect(openOrders.map(({ venueClientId }) => venueClientId)).toEqual(
          stage.store.readOpenOrders().map(({ venueClientId }) => venueClientId),
        )
        const bought = stored.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(positions.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(bought)
        expect(stage.store.readAccount()?.walletBalance).toBe(walletBalance)
      }),
      { numRuns: runs(20) },
    )
  })
})

const anyMove = fc.oneof(
  fc.record({ kind: fc.constantFrom('buy' as const, 'quote' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constantFrom('finish' as const, 'fail' as const), quantity: fc.constant(0) }),
)

type Scene = Awaited<ReturnType<typeof slow>>
type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never

const make = async ({ stage, send, finish }: Scene, { kind, quantity }: Move): Promise<void> => {
  if (kind === 'buy') send({ quantity: lots(quantity) })
  else if (kind === 'quote') stage.quote('SELL', 600_000, quantity)
  else await finish(kind === 'fail' ? new StoreFailure('the disk is full') : undefined)
}

/** Lets everything be written, after as many attempts as it takes. */
const comeBack = async ({ finishAll, retry, waiting }: Scene): Promise<void> => {
  do {
    await finishAll()
    retry()
    await finishAll()
  } while (waiting.length > 0)
}

const never = (): never => {
  throw new Error('the account was never committed')
}

const readAll = async ({ stage, finishAll }: Scene) => {
  stage.venue.send({ kind: 'readAccount', sinceMs: 0, queryId: 99 })
  stage.tasks.run()
  await finishAll()
  return stage.of('accountRead').at(-1)?.snapshot ?? never()
}
