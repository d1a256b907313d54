import { expect, it } from 'vitest'
import { HOST } from '../model/events.ts'
import { createStopRepeats, type StopInput, type StopTaken } from './control-desk.ts'

const STOP: StopInput = { actor: HOST, requestId: null, reason: 'again', flatten: 'NONE' }

const aDesk = () => {
  let nowMs = 0
  const carriedOut: StopInput[] = []
  const due: { atMs: number; task: () => void }[] = []
  const { stop } = createStopRepeats<StopInput, StopTaken>({
    take: (request) => {
      carriedOut.push(request)
      return Promise.resolve({} as StopTaken)
    },
    monotonic: () => nowMs,
    delay: (ms, task) => void due.push({ atMs: nowMs + ms, task }),
  })
  const pass = (ms: number): void => {
    nowMs += ms
    for (const { task } of due.splice(0).filter(({ atMs }) => atMs <= nowMs)) task()
  }
  return { stop, pass, reasons: () => carriedOut.map(({ reason }) => reason) }
}

it('records a thousand repeats within a second in two entries', async () => {
  const { stop, pass, reasons } = aDesk()
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => stop(STOP)))
  expect(new Set(answers).size).toBe(1)
  pass(1_000)
  expect(reasons()).toEqual(['again', 'again (999 more within 1 s)'])
})

it('records each repeat that differs in actor or scope', () => {
  const { stop, reasons } = aDesk()
  const others: StopInput[] = [
    { ...STOP, flatten: 'REDUCE_ONLY' },
    { ...STOP, actor: { ...HOST, type: 'USER', sub: 'usr_1' } },
  ]
  for (const request of [STOP, ...others]) void stop(request)
  expect(reasons()).toHaveLength(3)
})

it('records repeats a second apart individually, and nothing more when there were no others', () => {
  const { stop, pass, reasons } = aDesk()
  void stop(STOP)
  pass(1_000)
  void stop(STOP)
  pass(1_000)
  expect(reasons()).toEqual(['again', 'again'])
})
