import { describe, expect, it } from 'vitest'
import { barExtent, buildSignalFunnel } from './signal-funnel.ts'

type Data = Parameters<typeof buildSignalFunnel>[0]

const gate = (
  order: number,
  [firstFail, soleBlocker, anyFail]: readonly [number, number, number],
): Data['gates'][0] => ({
  gateId: `G0${order}`,
  label: `gate ${order}`,
  kind: 'S',
  order,
  evaluated: 10,
  firstFail,
  anyFail,
  soleBlocker,
  shapley: 0,
  share: null,
  shareCi: null,
  lostEdgeR: null,
  currentObserved: null,
  limit: null,
  unit: null,
  observedAt: null,
})

const data = (gates: Data['gates'], of: Partial<Data> = {}): Data => ({
  window: null,
  exploratory: null,
  candidates: 10,
  passed: 3,
  blocked: 7,
  dominant: null,
  gates,
  pairs: [],
  standing: [],
  upstream: { signals: 40 },
  sampleDecisionIds: [],
  ...of,
})

describe('the signal funnel', () => {
  const falls = buildSignalFunnel(
    data([gate(1, [2, 1, 2]), gate(2, [0, 0, 0]), gate(3, [5, 4, 6]), gate(4, [0, 0, 1])]),
    2,
  )

  it('goes from signals to fills, the largest gate first, and omits gates that removed nothing', () => {
    expect(falls.map(({ id, count }) => [id, count])).toEqual([
      ['signals', 40],
      ['candidates', 10],
      ['G03', 5],
      ['G01', 2],
      ['G04', 0],
      ['ordered', 3],
      ['filled', 2],
    ])
  })

  it('removes at the gates exactly what did not become an order', () => {
    const taken = falls.filter(({ kind }) => kind === 'BLOCKED').reduce((sum, { count }) => sum + (count ?? 0), 0)
    expect(taken + 3).toBe(10)
  })

  it('draws each gate from the level the previous one has left', () => {
    expect(falls.map((fall) => barExtent(fall, 10))).toEqual([
      undefined,
      { startPct: 0, widthPct: 100 },
      { startPct: 50, widthPct: 50 },
      { startPct: 30, widthPct: 20 },
      undefined,
      { startPct: 0, widthPct: 30 },
      { startPct: 0, widthPct: 20 },
    ])
  })

  it('is empty while nothing was counted', () => {
    const unknown = buildSignalFunnel(data([], { candidates: null, passed: null, upstream: { signals: null } }), null)
    expect(unknown.map(({ count }) => count)).toEqual([null, null, null, null])
    expect(unknown.map((fall) => barExtent(fall, null))).toEqual([undefined, undefined, undefined, undefined])
  })
})
