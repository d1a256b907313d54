import { expect, it } from 'vitest'
import { buildSignalBars, describeBars } from './signal-bars.ts'

const resolved = (signalId: string, netR: number) => ({ signalId, outcome: { status: 'RESOLVED', netR } as never })
const SIGNALS = [
  { signalId: 'newest', outcome: null },
  resolved('b', -1),
  { signalId: 'c', outcome: { status: 'LOST' } as never },
  resolved('oldest', 2),
]

it('draws signals oldest first, sized by the largest result', () => {
  expect(buildSignalBars(SIGNALS)).toEqual([
    { signalId: 'oldest', netR: 2, share: 1, isLost: false },
    { signalId: 'c', netR: null, share: 0, isLost: true },
    { signalId: 'b', netR: -1, share: 0.5, isLost: false },
    { signalId: 'newest', netR: null, share: 0, isLost: false },
  ])
})

it('has no size without a result', () => {
  expect(buildSignalBars([resolved('a', 0)])).toMatchObject([{ netR: 0, share: 0 }])
})

it('describes the bars in words', () => {
  expect(describeBars(buildSignalBars(SIGNALS))).toBe('Last 4 signals: 1 gained, 1 lost, 1 open, 1 not scored.')
  expect(describeBars(buildSignalBars([resolved('a', 1)]))).toBe('Last 1 signal: 1 gained, 0 lost, 0 open.')
})
