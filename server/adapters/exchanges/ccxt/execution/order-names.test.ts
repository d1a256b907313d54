import { describe, expect, it } from 'vitest'
import { nameOfUnnamed, orderNames } from './order-names.ts'

describe('the name of an order without one', () => {
  it.each([
    ['8389765739703625592', 'x8389765739703625592'],
    ['fd4300ae-7847-404e-b947-b46980a4d140', 'xfd4300ae7847404eb947b46980a4d140'],
  ])('is derived from the ID %s and leads back to it', (id, name) => {
    expect(nameOfUnnamed(id)).toBe(name)
    expect(name.length).toBeLessThanOrEqual(36)
    expect(orderNames(name)).toEqual([
      { by: 'exchange', id },
      { by: 'us', id: name },
    ])
  })

  it.each(['tE000100000000000000000000000A', 'x-cvBPrNm9abc', 'xyz', 'x', '8389765739703625592'])(
    'is not confused with %s, which another party assigned',
    (id) => {
      expect(orderNames(id)).toEqual([{ by: 'us', id }])
    },
  )
})
