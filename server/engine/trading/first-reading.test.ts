import { expect, it } from 'vitest'
import { anAccount, answerRead, type Harness, openHarness } from '../../../test/support/trading-floor.ts'

/** Returns the number of account readings requested within a time, which stay unanswered. */
const countReadings = (harness: Harness, ms: number): number => {
  let count = 0
  harness.pass(ms, ({ kind }) => {
    if (kind === 'readAccount') count++
  })
  return count
}

const restarted = (): Harness => openHarness({ ledger: openHarness().state.ledger }, null)

it('reads the account once when the account stream connects immediately, and not before it as well', () => {
  const harness = restarted()
  expect(countReadings(harness, 300)).toBe(0)
  harness.publish({ kind: 'stream', state: 'connected' })
  expect(countReadings(harness, 1_000)).toBe(1)
})

it('reads the account half a second after the start when the account stream does not connect', () => {
  const harness = restarted()
  expect(countReadings(harness, 700)).toBe(1)
})

it('requests the account urgently until the ledger has been compared with it', () => {
  const harness = restarted()
  const urgent: (boolean | undefined)[] = []
  harness.publish({ kind: 'stream', state: 'connected' })
  harness.pass(70_000, (request) => {
    if (request.kind === 'readAccount') urgent.push(request.urgent)
    const account = urgent.length > 1 ? anAccount() : null
    answerRead(harness.publish, request, { account, serverTimeMs: harness.nowMs })
  })
  expect(urgent.slice(0, 4)).toEqual([true, true, false, false])
})
