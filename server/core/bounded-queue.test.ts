import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

type Action = { readonly offer: number } | 'take'

const actions = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.record({ offer: fc.integer() }) }, fc.constant('take' as const)),
  { maxLength: 60, size: 'max' },
)

/** The same actions on an array with a limit: what each must answer, and what must be left. */
const runModel = (limit: number, list: readonly Action[]) => {
  const items: number[] = []
  const answers = list.map((action) => {
    if (action === 'take') return items.shift()
    return items.length < limit && items.push(action.offer) > 0
  })
  return { answers, items }
}

describe('createBoundedQueue', () => {
  it('behaves like an array with a limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), actions, (limit, list) => {
        const queue = createBoundedQueue<number>(limit)
        const model = runModel(limit, list)
        const answers = list.map((action) => (action === 'take' ? queue.take() : queue.offer(action.offer)))
        expect(answers).toEqual(model.answers)
        expect([queue.size, queue.room]).toEqual([model.items.length, limit - model.items.length])
        expect(Array.from({ length: limit + 1 }, queue.take)).toEqual([
          ...model.items,
          ...new Array(limit + 1 - model.items.length).fill(undefined),
        ])
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be created with a limit of %s', (limit) => {
    expect(() => createBoundedQueue(limit)).toThrow('must be a positive integer')
  })
})
