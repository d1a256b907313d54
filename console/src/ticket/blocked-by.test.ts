import { expect, it } from 'vitest'
import { blockedBy } from './blocked-by.ts'

const gate = (enforced: boolean, pass: boolean) => ({
  gateId: 'G11',
  code: 'MAX_ORDER_NOTIONAL',
  kind: 'S' as const,
  enforced,
  pass,
  observed: 1,
  limit: 1,
  unit: 'USDT',
  detail: 'the notional of the order',
})

const preview = (verdict: 'APPROVED' | 'DENIED', gates: readonly ReturnType<typeof gate>[]) => ({
  decision: { decisionId: null, verdict, gates: [...gates] },
})

it.each([
  ['nothing without a preview', undefined, undefined],
  ['nothing for an approved order', preview('APPROVED', [gate(false, false)]), undefined],
  ['one check', preview('DENIED', [gate(true, false), gate(true, true)]), 'Blocked by 1 check'],
  [
    'checks that are enforced only',
    preview('DENIED', [gate(true, false), gate(true, false), gate(false, false)]),
    'Blocked by 2 checks',
  ],
])('names %s', (_what, given, words) => {
  expect(blockedBy(given)).toBe(words)
})
