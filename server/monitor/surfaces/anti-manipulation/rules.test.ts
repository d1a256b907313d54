import { describe, expect, it } from 'vitest'
import { anEngineStatus } from '../../../../test/support/engine-status.ts'
import { aConduct, aFeed, aPictureTruth, aSign, marketSigns } from '../../../../test/support/market-truth-samples.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import {
  type Component,
  type ComponentId,
  type Level,
  readComponents,
} from '../../../domain/microstructure/component.ts'
import { beginLiquidations, endLiquidations, observeLiquidations } from '../../../domain/microstructure/liquidations.ts'
import { createMicro } from '../../../domain/microstructure/micro-state.ts'
import type { PictureTruth } from '../../inputs/market.ts'
import { antiManipulationTruth as surface } from './rules.ts'

type Levels = Partial<Record<ComponentId, Level>>

const aBook = (mode: 'OFF' | 'PAPER', ...symbols: string[]) => ({
  bookId: 'main',
  mode,
  symbols,
  timeframes: [],
  strategies: [],
  explores: false,
  manualSymbols: [],
})

const CLEAN = {
  engine: anEngineStatus({ books: [aBook('PAPER', 'BTCUSDT')] }),
  feeds: [aFeed()],
  marketPicture: [aPictureTruth()],
  ownConduct: aConduct(),
} satisfies InputValues

const judge = (changed: InputValues = {}, parts: Parameters<typeof aSnapshot>[1] = {}) =>
  report(surface, aSnapshot({ ...CLEAN, ...changed }, parts))

const withSigns = (levels: Levels, truth: Partial<PictureTruth> = {}) =>
  judge({ marketPicture: [aPictureTruth({ ...truth, components: marketSigns(levels) })] })

const replaced = (sign: Component): Component[] => [...marketSigns().filter(({ id }) => id !== sign.id), sign]

const missingCodes = (made: ReturnType<typeof judge>): string[] => made.missingEvidence.map(({ code }) => code)

describe('anti-manipulation-truth', () => {
  it('is clean when every sign is measured and none is raised', () => {
    const made = judge()
    expect([made.verdict, made.severity, made.reasons]).toEqual(['CLEAN', 'OK', []])
    expect(made.summary).toBe('None of 8 signs is raised in 1 market.')
    expect(missingCodes(made)).toEqual(['TRADE_AUTHENTICITY', 'KYLE_LAMBDA'])
    expect(made.data).toMatchObject({ inferenceLevel: 'L2_AGGREGATED', effect: 'NONE' })
  })

  it.each<[string, Levels, string]>([
    ['one raised sign', { vpin: 'ELEVATED' }, 'ELEVATED'],
    ['two', { vpin: 'ELEVATED', funding: 'ELEVATED' }, 'ELEVATED'],
    ['three', { vpin: 'ELEVATED', funding: 'ELEVATED', fleeting: 'ELEVATED' }, 'HOSTILE'],
    ['one that decides alone', { spoof: 'HOSTILE' }, 'HOSTILE'],
    ['one that does not decide alone', { vpin: 'HOSTILE' }, 'ELEVATED'],
    ['one that is missing', { cascade: 'INSUFFICIENT_EVIDENCE' }, 'INSUFFICIENT_EVIDENCE'],
    ['one raised and one missing', { vpin: 'ELEVATED', trap: 'INSUFFICIENT_EVIDENCE' }, 'INSUFFICIENT_EVIDENCE'],
    ['one that decides and one missing', { layering: 'HOSTILE', trap: 'INSUFFICIENT_EVIDENCE' }, 'HOSTILE'],
  ])('with %s', (_, levels, verdict) => {
    const made = withSigns(levels)
    expect(made.verdict).toBe(verdict)
    expect(made.data).toMatchObject({ symbols: [{ symbol: 'BTCUSDT', posture: verdict }] })
  })

  it('is clean with observed liquidations, and not after their stream was lost', () => {
    const micro = createMicro()
    const fromMs = TAKEN_AT_MS - 8 * DAY_MS
    beginLiquidations(micro.liquidations, fromMs)
    for (let at = fromMs; at <= TAKEN_AT_MS; at += 30_000) observeLiquidations(micro.liquidations, at)
    const withCascade = () => {
      const cascade = readComponents(micro, TAKEN_AT_MS).find(({ id }) => id === 'cascade') ?? expect.fail()
      return judge({ marketPicture: [aPictureTruth({ components: replaced(cascade) })] })
    }
    expect(withCascade().verdict).toBe('CLEAN')
    endLiquidations(micro.liquidations)
    const lost = withCascade()
    expect([lost.verdict, lost.missingEvidence[0]]).toMatchObject([
      'INSUFFICIENT_EVIDENCE',
      {
        ...{ code: 'SIGN_CASCADE', have: 0, need: 1, unit: 'liquidation stream' },
        remedy: expect.stringMatching(/^Wait until its liquidation stream is connected/),
      },
    ])
  })

  it('names an unreachable exchange as the cause of old prices', () => {
    const made = judge({ privateStream: { state: 'lost' } }, { agesMs: { feeds: 5_001 } })
    expect(made.summary).toMatch(/^The exchange cannot be reached; /)
    expect(made.reasons.map(({ code }) => code)).toEqual(['EXCHANGE_UNREACHABLE', 'INPUT_STALE'])
  })

  it('ranks no figure before there are enough of them', () => {
    const short = { have: 0.04, need: 7, unit: 'days' } as const
    const components = [
      aSign('spoof', 'INSUFFICIENT_EVIDENCE', { value: 0, z: -2.449, baselineDays: 0, n: 0, evidence: short }),
      aSign('vpin', 'INSUFFICIENT_EVIDENCE', { value: 0.4, percentile: 1, baselineDays: 0.04, n: 1, evidence: short }),
      aSign('layering', 'HOSTILE', { value: 31, z: 9.5, baselineDays: 0.04, n: 31, evidence: short }),
      aSign('funding', 'CLEAN', { percentile: 0.5 }),
    ]
    const made = judge({ marketPicture: [aPictureTruth({ components })] })
    const { symbols } = made.data as { symbols: { components: Component[] }[] }
    expect(symbols[0]?.components.slice(0, 4)).toMatchObject([
      { id: 'spoof', value: 0, z: null },
      { id: 'vpin', value: 0.4, percentile: null },
      { id: 'layering', z: 9.5 },
      { id: 'funding', percentile: 0.5 },
    ])
  })

  it('reports raised signs, and only as consistent with manipulation', () => {
    const spoof = aSign('spoof', 'HOSTILE', { value: 31, z: 9.5, n: 31 })
    const made = judge({ marketPicture: [aPictureTruth({ components: replaced(spoof) })] })
    expect(made.summary).toBe('1 sign in BTCUSDT is consistent with manipulation; do not enter.')
    expect(made.reasons).toMatchObject([
      {
        code: 'CONSISTENT_WITH_SPOOF',
        message: 'BTCUSDT: events consistent with spoofing are strongly raised (value 31, z 9.5, n 31).',
        value: 9.5,
        severity: 'BLOCK',
      },
    ])
    expect(made.data).toMatchObject({ effect: 'ENTRIES_VETOED_BY_G25' })
  })

  it('evaluates the tradable markets, or all when there are none', () => {
    const marketPicture = [
      aPictureTruth(),
      aPictureTruth({ symbol: 'ETHUSDT', components: marketSigns({ spoof: 'HOSTILE' }) }),
    ]
    const calm = judge({ marketPicture })
    expect([calm.verdict, calm.data]).toMatchObject([
      'CLEAN',
      { effect: 'NONE', symbols: [{ judged: true }, { judged: false, posture: 'HOSTILE' }] },
    ])
    const off = anEngineStatus({ books: [aBook('OFF', 'BTCUSDT')] })
    expect(judge({ marketPicture, engine: off }).verdict).toBe('HOSTILE')
    const { engine: _lost, ...rest } = CLEAN
    expect(report(surface, aSnapshot({ ...rest, marketPicture })).verdict).toBe('HOSTILE')
  })

  it('is insufficient while a tradable market is not measured', () => {
    const engine = anEngineStatus({ books: [aBook('PAPER', 'BTCUSDT', 'SOLUSDT')] })
    const made = judge({ engine })
    expect([made.verdict, made.missingEvidence[0]]).toMatchObject([
      'INSUFFICIENT_EVIDENCE',
      { code: 'MARKETS', have: 1, need: 2 },
    ])
  })

  it('reports how long was observed, and when that will be enough', () => {
    const spoof = aSign('spoof', 'INSUFFICIENT_EVIDENCE', { evidence: { have: 1.999, need: 7, unit: 'days' } })
    const made = judge({ marketPicture: [aPictureTruth({ components: replaced(spoof) })] })
    expect(made.summary).toContain(
      'Not enough evidence to judge whether the market is manipulated: have 1.99 of 7 days watched; ' +
        'produced by engine, while it observes the market; at the current rate reached about 2026-01-07',
    )
  })

  it.each<[Component['evidence'], string | null]>([
    [{ have: 90, need: 92, unit: 'bars' }, '2026-01-02T03:14:05.678Z'],
    [{ have: 0, need: 1, unit: 'liquidations' }, null],
    [{ have: 3, need: 5, unit: 'minutes' }, '2026-01-02T03:06:05.678Z'],
    [{ have: 0, need: 1, unit: 'openInterest' }, null],
    [{ have: 8, need: 7, unit: 'days' }, null],
  ])('reports when a sign that has %j could be judged', (evidence, earliestAt) => {
    const trap = aSign('trap', 'INSUFFICIENT_EVIDENCE', { evidence })
    const made = judge({ marketPicture: [aPictureTruth({ components: replaced(trap) })] })
    expect(made.missingEvidence[0]).toMatchObject({ code: 'SIGN_TRAP', earliestAt })
  })

  it('requires the days the host configured, except for a hostile sign', () => {
    const constitution = aConstitution({ monitor: { baselineDays: 9 } })
    const made = judge({}, { constitution })
    expect([made.verdict, made.missingEvidence[0]]).toMatchObject(['INSUFFICIENT_EVIDENCE', { have: 8, need: 9 }])
    const raised = marketSigns({ vpin: 'ELEVATED', funding: 'ELEVATED', fleeting: 'ELEVATED' })
    const vetoed = judge({ marketPicture: [aPictureTruth({ components: raised })] }, { constitution })
    expect([vetoed.verdict, vetoed.data]).toMatchObject(['HOSTILE', { effect: 'ENTRIES_VETOED_BY_G25' }])
  })

  it('is hostile because of our own self-trades, whatever the other signs', () => {
    const ownConduct = aConduct({ orders: 2, fills: 2, selfTrades: 1 })
    const made = judge({ ownConduct })
    expect([made.verdict, made.reasons]).toMatchObject([
      'HOSTILE',
      [{ code: 'CONSISTENT_WITH_SELF_CONDUCT', value: 1 }],
    ])
    expect(made.data).toMatchObject({ effect: 'NONE', selfConduct: { selfTrades: 1, orderToTradeRatio: 0 } })
    const alone = report(surface, aSnapshot({ ownConduct }))
    expect([alone.verdict, alone.summary]).toEqual(['HOSTILE', '1 self-trade within 24 hours.'])
  })

  it.each([
    ['nineteen resting orders', 19, 19, 'CLEAN'],
    ['just under six in ten of twenty', 20, 11, 'CLEAN'],
    ['six in ten of twenty', 20, 12, 'ELEVATED'],
  ])('counts quick cancels against our own conduct: %s', (_, restingOrders, fastCancels, verdict) => {
    const ownConduct = aConduct({ orders: restingOrders, restingOrders, cancels: fastCancels, fastCancels })
    expect(judge({ ownConduct }).verdict).toBe(verdict)
  })

  it('is insufficient when our own orders were too many to count', () => {
    expect(missingCodes(judge({ ownConduct: aConduct({ complete: false }) }))[0]).toBe('SIGN_SELF_CONDUCT')
  })

  it('shows the window, the signs, the newest findings and our own conduct', () => {
    const event = {
      kind: 'CONSISTENT_WITH_LAYERING',
      atMs: TAKEN_AT_MS - 1_000,
      side: 'ASK',
      priceBand: { low: '65000.1', high: '65001.5' },
      size: '12.5',
    } as const
    const made = judge({ marketPicture: [aPictureTruth({ events: [event] })] })
    const inMarket = made.evidence.find(({ source }) => source === 'market.microstructure')
    expect(made.data).toMatchObject({
      dataWindow: {
        bookUpdates: 1_000,
        trades: 200,
        from: '2026-01-02T03:02:25.678Z',
        to: '2026-01-02T03:04:05.678Z',
        completenessPct: 99,
      },
      symbols: [
        {
          recentEvents: [
            {
              at: '2026-01-02T03:04:04.678Z',
              kind: 'CONSISTENT_WITH_LAYERING',
              side: 'ASK',
              priceBand: { low: '65000.1', high: '65001.5' },
              size: '12.5',
              evidenceId: inMarket?.id,
            },
          ],
        },
      ],
      selfConduct: { from: '2026-01-01T03:04:05.678Z', orders: 0, orderToTradeRatio: null, fastCancelShare: null },
    })
    const { symbols } = made.data as { symbols: { components: { id: string; level: string }[] }[] }
    expect(symbols[0]?.components.map(({ id }) => id)).toEqual([
      'spoof',
      'layering',
      'fleeting',
      'trap',
      'vpin',
      'funding',
      'cascade',
      'selfConduct',
      'tradeAuthenticity',
      'kyleLambda',
    ])
  })

  it.each([
    ['as old as it may be', aFeed({ bookAgeMs: 2_000 }), 'CLEAN'],
    ['older', aFeed({ bookAgeMs: 2_001 }), 'INSUFFICIENT_EVIDENCE'],
    ['put together anew', aFeed({ bookState: 'RESYNCING' }), 'INSUFFICIENT_EVIDENCE'],
  ])('over an order book that is %s', (_, feed, verdict) => {
    expect(judge({ feeds: [feed] }).verdict).toBe(verdict)
  })

  it('returns nothing good on a stale feed', () => {
    expect(judge({}, { agesMs: { feeds: 5_001 } }).verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(withSigns({ spoof: 'HOSTILE' }).verdict).toBe('HOSTILE')
  })

  it.each(surface.needs)('returns nothing good without %s', (name) => {
    const whole: InputValues = CLEAN
    const { [name]: _lost, ...rest } = whole
    const made = report(surface, aSnapshot(rest))
    expect([made.verdict, made.missingEvidence.length > 0]).toEqual(['INSUFFICIENT_EVIDENCE', true])
  })

  it('reports on a fresh start that it has no evidence', () => {
    const made = report(surface, aSnapshot({}))
    expect([made.verdict, made.data]).toMatchObject([
      'INSUFFICIENT_EVIDENCE',
      { dataWindow: null, symbols: [], selfConduct: null, effect: null },
    ])
  })
})
