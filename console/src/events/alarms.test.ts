import { expect, it } from 'vitest'
import { isOn, parseAlarms, serialiseAlarms, switched } from './alarms.ts'

it('switches one alarm of one kind, and stores it', () => {
  const on = switched(new Set(), 'stop', 'sound')
  expect([isOn(on, 'stop', 'sound'), isOn(on, 'stop', 'desktop'), isOn(on, 'fill', 'sound')]).toEqual([
    true,
    false,
    false,
  ])
  expect(parseAlarms(serialiseAlarms(on))).toEqual(on)
  expect(switched(on, 'stop', 'sound').size).toBe(0)
})

it('has no alarms when the stored text is invalid', () => {
  expect([null, '{', '{}', '["nothing", 7]'].map((text) => parseAlarms(text).size)).toEqual([0, 0, 0, 0])
})
