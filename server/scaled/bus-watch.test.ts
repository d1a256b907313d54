import { expect, it } from 'vitest'
import { createBusWatch } from './bus-watch.ts'

const open = () => {
  let nowMs = 1_000
  const watch = createBusWatch({ kind: 'NATS', now: () => nowMs })
  const read = () => {
    const { state, sinceMs, fault } = watch.standing()
    return [state, sinceMs, fault]
  }
  return {
    ...watch,
    read,
    passSecond: () => {
      nowMs += 1_000
    },
  }
}

const UP = { isUp: true, server: 'a' } as const
const SILENT = /do not arrive/

it('is disconnected until the first connection, and keeps the time of each change', () => {
  const { noteLink, passSecond, read } = open()
  expect(read()).toEqual(['DISCONNECTED', 1_000, 'it has not been connected yet'])
  passSecond()
  noteLink({ isUp: false, fault: 'refused' })
  expect(read()).toEqual(['DISCONNECTED', 1_000, 'refused'])
  noteLink(UP)
  expect(read()).toEqual(['CONNECTED', 2_000, null])
  passSecond()
  noteLink(UP)
  expect(read()).toEqual(['CONNECTED', 2_000, null])
  noteLink({ isUp: false, fault: 'lost' })
  expect(read()).toEqual(['DISCONNECTED', 3_000, 'lost'])
})

it('is silent while it is connected and nothing of the engine arrives', () => {
  const { noteLink, noteArrival, passSecond, read } = open()
  noteLink(UP)
  passSecond()
  noteArrival(false)
  expect(read()).toEqual(['SILENT', 2_000, expect.stringMatching(SILENT)])
  noteLink({ isUp: false, fault: 'lost' })
  expect(read()).toEqual(['DISCONNECTED', 2_000, 'lost'])
  passSecond()
  noteLink(UP)
  expect(read()).toEqual(['SILENT', 3_000, expect.stringMatching(SILENT)])
  noteArrival(true)
  expect(read()).toEqual(['CONNECTED', 3_000, null])
})
