import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createQueue } from './queue.ts'

it('matches an array whose first items are removed', () => {
  const action = fc.oneof(fc.record({ add: fc.integer() }), fc.record({ take: fc.integer({ min: 0, max: 5 }) }))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const queue = createQueue<number>()
      const items: number[] = []
      for (const each of actions) {
        if ('add' in each) {
          queue.add(each.add)
          items.push(each.add)
        } else {
          expect(queue.take(each.take)).toEqual(items.splice(0, each.take))
        }
        expect(queue.size).toBe(items.length)
      }
    }),
  )
})
