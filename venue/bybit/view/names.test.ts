import { expect, it } from 'vitest'
import { executionName, orderName, tradeName } from './figures.ts'

const ORDER = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/
const EXECUTION = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/

it('are UUIDs, of orders and of executions, the same each time', () => {
  expect(orderName('7', '1795254571077000001')).toMatch(ORDER)
  expect(executionName('7', '1795254571077000001')).toMatch(EXECUTION)
  expect(tradeName('BTCUSDT', '12')).toMatch(EXECUTION)
  expect(orderName('7', '1')).toBe(orderName('7', '1'))
})

it('are others for other accounts, numbers and things', () => {
  const names = [orderName('7', '1'), orderName('7', '2'), orderName('8', '1'), executionName('7', '1')]
  expect(new Set(names.map((name) => name.replace(/-[45]/, '-')))).toHaveProperty('size', 4)
})
