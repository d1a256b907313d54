import { describe, expect, it } from 'vitest'
import { aConstitution, type GateCase, readGate, usdt } from '../../../../test/support/risk-samples.ts'
import { capitalRamp, RAMP_MS } from './capital-ramp.ts'

const LIVE = { mode: 'LIVE' } as const
/** The order of 1,000 USDT is a tenth of the equity. */
const FIRST_WEEK = { liveForMs: RAMP_MS - 1 }

describe('the exposure in the first week of live trading', () => {
  it.each<GateCase>([
    { title: 'is not limited on paper', view: { liveForMs: 0 }, expected: { pass: true, observed: 'PAPER' } },
    {
      title: 'passes at the limit',
      candidate: LIVE,
      view: FIRST_WEEK,
      expected: { pass: true, observed: 10, limit: '10', unit: 'percent' },
    },
    {
      title: 'fails by the smallest amount there is',
      candidate: LIVE,
      view: { ...FIRST_WEEK, exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: 1n } },
      expected: { pass: false, detail: expect.stringMatching(/must be at most 10%: reduce the order/) },
    },
    {
      title: 'is not limited after a week',
      candidate: LIVE,
      view: {
        liveForMs: RAMP_MS,
        exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: usdt(5_000) },
      },
      expected: { pass: true, observed: 'ENDED' },
    },
    {
      title: 'is limited while no grant was ever given',
      candidate: LIVE,
      view: { liveForMs: null, exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: 1n } },
      expected: { pass: false },
    },
    {
      title: 'is limited while the clock reads a time before the grant',
      candidate: LIVE,
      view: { liveForMs: -1, exposure: { position: 0, worstLong: 0, worstShort: 0, otherSymbolsWorst: 1n } },
      expected: { pass: false },
    },
    {
      title: 'fails without the equity',
      candidate: LIVE,
      view: {
        ...FIRST_WEEK,
        account: {
          equity: null,
          maintenanceMargin: null,
          maintenanceMarginAfter: null,
          liquidationPriceAfter: null,
        },
      },
      expected: { pass: false, observed: null },
    },
    {
      title: 'fails when no limit is configured',
      candidate: LIVE,
      view: { ...FIRST_WEEK, constitution: aConstitution({ limits: { firstWeekExposurePct: null } }) },
      expected: {
        pass: false,
        limit: null,
        detail: 'no limit is configured: constitution limits.firstWeekExposurePct',
      },
    },
  ])('$title', ({ expected, ...inputs }) => {
    expect(readGate(capitalRamp, inputs)).toMatchObject(expected)
  })
})
