import { expect, it } from 'vitest'
import { whileSubscribed } from './while-subscribed.ts'

it('is opened with the first and closed with the last', () => {
  const happened: string[] = []
  const subscribe = whileSubscribed(() => {
    happened.push('opened')
    return () => happened.push('closed')
  })
  const [one, another] = [subscribe(() => {}), subscribe(() => {})]
  one()
  expect(happened).toEqual(['opened'])
  another()
  another()
  subscribe(() => {})
  expect(happened).toEqual(['opened', 'closed', 'opened'])
})
