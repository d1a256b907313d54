import { expect, it } from 'vitest'
import { recordingLine, wireMarkPrice, wireTrade, writeRecording } from '../../../../test/support/recording.ts'
import { countLag, surveyRecording } from './survey.ts'

it('is null without messages', () => {
  expect(countLag().result()).toBeNull()
})

it('has the extremes of all messages, and their median and 99th percentile', () => {
  const lag = countLag()
  for (let ms = -10; ms <= 90; ms++) lag.add(ms)
  expect(lag.result()).toEqual({ messages: 101, minMs: -10, p50Ms: 40, p99Ms: 89, maxMs: 90 })
})

it('stays near the true percentiles of more messages than it holds', () => {
  const lag = countLag()
  for (let index = 0; index < 100_000; index++) lag.add((index * 7_919) % 1_000)
  const { messages = 0, minMs, p50Ms = 0, p99Ms = 0, maxMs } = lag.result() ?? {}
  expect([messages, minMs, maxMs]).toEqual([100_000, 0, 999])
  expect(Math.abs(p50Ms - 500)).toBeLessThan(30)
  expect(Math.abs(p99Ms - 990)).toBeLessThan(10)
})

it('is the receive time of a recorded line minus the exchange time of its message', async () => {
  const [trade, mark] = [wireTrade(1), wireMarkPrice()]
  const lines = [
    recordingLine(trade, Number(trade.T) + 25),
    recordingLine(mark, Number(mark.E) - 5),
    recordingLine(wireTrade(2)),
  ]
  const { lag } = await surveyRecording(writeRecording(lines), [])
  expect(lag).toEqual({ messages: 3, minMs: -5, p50Ms: 0, p99Ms: expect.any(Number), maxMs: 25 })
})
