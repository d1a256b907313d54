import { describe, expect, it } from 'vitest'
import { retryUntilReachable, type Tried } from './retry.ts'

const LATER: Tried<string> = { kind: 'later', words: 'Binance answers 503.' }

const aStart = (answers: readonly Tried<string>[]) => {
  let nowMs = 0
  const remarks: string[] = []
  const pauses: number[] = []
  let tries = 0
  const result = retryUntilReachable(
    {
      monotonic: () => nowMs,
      async delay(ms) {
        pauses.push(ms)
        nowMs += ms
      },
      remark: (words) => void remarks.push(words),
    },
    async () => answers[Math.min(tries++, answers.length - 1)] ?? LATER,
  )
  return { result, remarks, pauses }
}

describe('a startup step', () => {
  it('retries until it succeeds and reports each time what it waits for', async () => {
    const { result, remarks, pauses } = aStart([LATER, LATER, { kind: 'done', value: 'here' }])
    expect(await result).toBe('here')
    expect(remarks).toEqual(['Binance answers 503. Retrying in 1 s.', 'Binance answers 503. Retrying in 2 s.'])
    expect(pauses).toEqual([1_000, 2_000])
  })

  it('fails immediately when a retry cannot help', async () => {
    const { result, pauses } = aStart([{ kind: 'hopeless', words: 'The key is wrong.' }])
    await expect(result).rejects.toThrow('The key is wrong.')
    expect(pauses).toEqual([])
  })

  it('fails with the message of its last attempt after two minutes, never pausing for more than 15 seconds', async () => {
    const { result, pauses } = aStart([LATER])
    await expect(result).rejects.toThrow('Binance answers 503.')
    const waited = pauses.reduce((sum, ms) => sum + ms, 0)
    expect(waited).toBeGreaterThan(100_000)
    expect(waited).toBeLessThanOrEqual(120_000)
    expect(Math.max(...pauses)).toBe(15_000)
  })
})
