import { describe, expect, it } from 'vitest'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { Approved } from '../approved.ts'
import { DEFAULT_CONSTITUTION } from '../default-constitution.ts'
import type { Gate } from '../gate.ts'
import { GATE_LIMITS, GATES } from '../gates/index.ts'
import { HEALTHY_CANDIDATE, healthyView } from './cases.ts'
import { PROBES } from './index.ts'
import { compareLimit, isLooser, limitAt, tryArticle } from './probe.ts'

describe('the healthy case', () => {
  it('passes every gate, manual and autotrading, so that a probe is denied only for its own change', () => {
    for (const origin of ['API', 'AUTOTRADING'] as const) {
      const verdict = Approved.passGates({ ...HEALTHY_CANDIDATE, origin }, healthyView(DEFAULT_CONSTITUTION), GATES)
      expect(verdict.readings.filter(({ pass }) => !pass)).toEqual([])
    }
  })
})

describe('the probes', () => {
  it('cover every limit except the recorded-only ones', () => {
    const untried = Object.entries(GATE_LIMITS).flatMap(([path, { probe }]) => (probe === null ? [path] : []))
    expect(untried).toEqual(['limits.closingCollarBps'])
    const limits = (['limits', 'data'] as const).flatMap((section) =>
      Object.keys(DEFAULT_CONSTITUTION[section]).map((name) => `${section}.${name}`),
    )
    const tried = PROBES.map(({ path }) => path)
    expect([...tried, ...untried, 'limits.appliesToManual'].toSorted()).toEqual(
      [...limits, 'protection.budgetMs'].toSorted(),
    )
  })

  it.each(PROBES)('$path: just inside passes, just beyond is denied, and the gate names the limit', (probe) => {
    expect(tryArticle(probe, GATES, DEFAULT_CONSTITUTION)).toMatchObject({
      enforced: true,
      beyond: 'DENY',
      inside: 'PASS',
      effective: limitAt(DEFAULT_CONSTITUTION, probe.path),
    })
  })

  const others = aConstitution({
    limits: {
      maxOrderNotional: '2512.34',
      maxSymbolExposure: '0.1',
      maxGrossExposure: '1000000000',
      maxLeverage: 2.7,
      maxOrderShareOfDayVolume: 0.00123,
      maxOrderQuantity: '17',
      maxMarginRatio: 0.07,
      minLiquidationBuffer: 1.35,
      limitCollarBps: 12.5,
      marketCollarBps: 0.3,
      ordersPerSecond: 1,
      ordersPerMinute: 60_000_000,
      entriesPerHour: 1,
      duplicateWindowMs: 0,
      maxDayLossPct: 0.35,
      maxDrawdownPct: 0,
      maxLossStreak: 1,
    },
    data: { maxCommitP99Ms: 1, minFreeDiskBytes: 0, maxBookAgeMs: 1, maxMarkAgeMs: 1, maxExchangeErrorPct: 0 },
  })
  it.each(PROBES)('$path holds for other limits as well', (probe) => {
    expect(tryArticle(probe, GATES, others)).toMatchObject({
      beyond: 'DENY',
      inside: 'PASS',
      effective: limitAt(others, probe.path),
    })
  })

  const optional = PROBES.filter(({ path }) => path !== 'protection.budgetMs')
  it.each(optional)('$path: an unconfigured limit passes nothing', (probe) => {
    const [section, name] = probe.path.split('.') as ['limits' | 'data', string]
    const constitution = aConstitution({ [section]: { [name]: null } })
    const { beyond, inside, effective } = tryArticle(probe, GATES, constitution)
    expect([beyond, inside, effective]).toEqual(['DENY', 'NONE', null])
  })

  it('detects a gate that applies another limit than its constitution', () => {
    const lax: readonly Gate[] = GATES.map((gate) =>
      gate.id === 'G11'
        ? {
            ...gate,
            read: (candidate, view) => ({ ...gate.read(candidate, { ...view, constitution: LAX }), limit: '9000' }),
          }
        : gate,
    )
    const tried = tryArticle(findProbe('limits.maxOrderNotional'), lax, DEFAULT_CONSTITUTION)
    expect(tried).toMatchObject({ beyond: 'ALLOW', effective: '9000' })
    expect(isLooser({ ...tried, declared: '5000' })).toBe(true)
  })

  it('detects a gate that is missing or enforces nothing', () => {
    const probe = findProbe('limits.maxLossStreak')
    const gone = GATES.filter(({ id }) => id !== 'G22')
    expect(tryArticle(probe, gone, DEFAULT_CONSTITUTION)).toMatchObject({ enforced: false, beyond: 'ERROR' })
    const idle = GATES.map((gate) => (gate.id === 'G22' ? { ...gate, enforces: () => false } : gate))
    expect(tryArticle(probe, idle, DEFAULT_CONSTITUTION)).toMatchObject({ enforced: true, beyond: 'ALLOW' })
  })
})

const LAX = aConstitution({ limits: { maxOrderNotional: '9000' } })

const findProbe = (path: string) => PROBES.find((probe) => probe.path === path) ?? expect.fail(path)

describe('a comparison of limits', () => {
  it.each([
    ['at most', 5, 5, 'EQUAL'],
    ['at most', '5000', '5000.0', 'EQUAL'],
    ['at most', 5, 4, 'TIGHTER'],
    ['at most', 5, 6, 'LOOSER'],
    ['less than', 5, 6, 'LOOSER'],
    ['at least', 5, 6, 'TIGHTER'],
    ['at least', 5, 4, 'LOOSER'],
    ['at least', null, 4, 'LOOSER'],
    ['at most', 5, null, 'TIGHTER'],
    ['at most', null, null, 'EQUAL'],
  ] as const)('%s %s in force as %s is %s', (bound, declared, effective, comparison) => {
    expect(compareLimit(bound, declared, effective)).toBe(comparison)
  })
})
