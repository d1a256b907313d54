import type { ChannelMessage } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { createFeed } from './feed.ts'
import { SIGNALS } from './feeds.ts'

type Message = Pick<ChannelMessage<'signals'>, 'type' | 'data'>
type Signal = Message['data']['items'][number]

const MAX = 3

const signals = (...numbers: number[]): Signal[] =>
  numbers.map((at) => ({ signalId: `s${at}`, barClosedAt: `2026-01-0${at}T00:00:00.000Z` }) as Signal)

/** Creates an observed feed that counts how often it dropped items. */
const follow = () => {
  let forgotten = 0
  let listener: ((message: Message) => void) | undefined
  const feed = createFeed({
    feeding: { ...SIGNALS, max: MAX },
    follow(handler) {
      listener = handler
      return () => {
        listener = undefined
      }
    },
    frames: {
      schedule(listeners) {
        for (const listen of listeners) listen()
      },
    },
    onForgotten: () => {
      forgotten += 1
    },
  })
  const leave = feed.subscribe(() => {})
  return {
    leave,
    feed,
    publish: (type: Message['type'], ...numbers: number[]) =>
      listener?.({ type, data: { items: signals(...numbers), asOf: '2026-01-09T00:00:00.000Z' } }),
    ids: () => feed.current()?.map(({ signalId }) => signalId),
    forgotten: () => forgotten,
  }
}

it('reports once that it dropped items, and keeps the newest', () => {
  const { publish, ids, forgotten } = follow()
  publish('snapshot', 2, 1)
  publish('delta', 3, 4, 5)
  publish('delta', 6)
  expect([forgotten(), ids()?.length]).toEqual([0, 6])
  publish('delta', 7)
  expect([forgotten(), ids()]).toEqual([1, ['s7', 's6', 's5']])
  publish('delta', 8)
  expect([forgotten(), ids()]).toEqual([1, ['s8', 's7', 's6', 's5']])
})

it('restarts with a snapshot, without a gap', () => {
  const { publish, ids, forgotten } = follow()
  publish('snapshot', 1, 2)
  publish('snapshot', 3, 4, 5, 6, 7, 8, 9)
  expect([forgotten(), ids()]).toEqual([0, ['s9', 's8', 's7']])
})

it('ignores updates while it has no observers', () => {
  const { feed, leave, publish, ids } = follow()
  publish('snapshot', 1)
  leave()
  publish('delta', 2)
  expect(ids()).toBeUndefined()
  feed.subscribe(() => {})
  publish('snapshot', 3)
  expect(ids()).toEqual(['s3'])
})
