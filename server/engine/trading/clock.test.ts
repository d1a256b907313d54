import { describe, expect, it } from 'vitest'
import { anAccount, answerRead, openFloor } from '../../../test/support/trading-floor.ts'

describe('the time of the exchange', () => {
  it('is asked for again within seconds when the answer was lost, for nothing is let out without it', () => {
    const floor = openFloor()
    const { clock } = floor.state.session
    clock.dueAtMs = floor.nowMs
    floor.pass(200)
    const lost = floor.take().filter(({ kind }) => kind === 'readTime')
    expect(lost).toHaveLength(1)
    const readAtMs: number[] = []
    floor.pass(10_000, (request) => {
      if (request.kind === 'readTime') readAtMs.push(floor.nowMs)
      answerRead(floor.tell, request, { account: anAccount(), serverTimeMs: floor.nowMs })
    })
    expect(readAtMs).toHaveLength(1)
    expect(floor.nowMs - clock.atMs).toBeLessThan(8_000)
  })
})
