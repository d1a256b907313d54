import { expect, it } from 'vitest'
import { type Harness, openHarness } from '../../../test/support/trading-floor.ts'

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
