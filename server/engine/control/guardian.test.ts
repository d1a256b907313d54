import { describe, expect, it } from 'vitest'
import { bringTo, type ControlHarness, openControlHarness } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { step } from '../run/step.ts'

/** The stop of the position, and the one that is placed when it is gone. */
const loseStop = (harness: ControlHarness): readonly [lost: string | undefined, placed: string | undefined] => {
  const [lost] = harness.names()
  harness.open.clear()
  harness.run(15_000)
  return [lost, harness.names()[0]]
}

const WAYS: readonly (readonly [string, (harness: ControlHarness) => void])[] = [
  ['runs', () => {}],
  ['is degraded', (harness) => bringTo(harness, 'DEGRADED')],
  ['is paused', (harness) => bringTo(harness, 'PAUSED')],
  ['is stopped', (harness) => bringTo(harness, 'HALTED')],
  ['goes down', (harness) => bringTo(harness, 'STOPPING')],
  [
    'cannot write',
    (harness) => void step(harness.state, { kind: 'store', failure: 'the disk is full', atMs: harness.nowMs }),
  ],
]

describe('the guardian of an engine that', () => {
  it.each(WAYS)('%s places a lost stop again, and verifies it', (_name, bring) => {
    const harness = openControlHarness()
    harness.enter()
    bring(harness)
    const [lost, placed] = loseStop(harness)
    expect(placed).toMatch(/^tS/)
    expect(placed).not.toBe(lost)
    expect(harness.position()?.protection).toMatchObject({ state: 'VERIFIED', covered: 10 })
  })

  it.each(WAYS)('%s closes what cannot be protected within its time', (_name, bring) => {
    const harness = openControlHarness()
    harness.enter()
    bring(harness)
    harness.manners.refuses = ({ terms }) => terms.type === 'STOP_MARKET'
    harness.open.clear()
    harness.run(25_000)
    const closes = harness.sent.flatMap((request) =>
      request.kind === 'submit' && request.submission.venueClientId.startsWith('tC') ? [request.submission.terms] : [],
    )
    expect(closes).toEqual([expect.objectContaining({ side: 'SELL', quantity: 10, reduceOnly: true })])
    expect(closes[0]?.price).toBeLessThan(MARK)
    expect(harness.position()).toBeUndefined()
  })
})
