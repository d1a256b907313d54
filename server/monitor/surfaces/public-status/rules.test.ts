import { describe, expect, it } from 'vitest'
import { aBlocker, anEngineStatus } from '../../../../test/support/engine-status.ts'
import { ago, anUnprotected, aWellPlatform } from '../../../../test/support/operator-samples.ts'
import { aReport } from '../../../../test/support/report-samples.ts'
import { aConstitution } from '../../../../test/support/risk-samples.ts'
import {
  aSnapshot,
  type InputValues,
  report,
  type SnapshotParts,
  TAKEN_AT_MS,
} from '../../../../test/support/truth-samples.ts'
import { publicStatusTruth } from './rules.ts'

interface Data {
  readonly components: readonly { id: string; status: string; since: string | null; detailCode: string }[]
  readonly tradingAvailability: string
  readonly uptime24hPct: number | null
  readonly observedSec24h: number
  readonly lastIncident: unknown
  readonly nextStep: string
}

const judge = (values: InputValues = {}, parts: SnapshotParts = {}) => {
  const made = report(publicStatusTruth, aSnapshot(aWellPlatform(values), parts))
  const data = made.data as Data
  return { ...made, data, component: (id: string) => data.components.find((component) => component.id === id) }
}

const STORE = { failure: null, commitP99Ms: 2, freeDiskBytes: 2 ** 40 }
const FEED = { symbol: 'BTCUSDT', bookState: 'SYNCED', bookAgeMs: 100, markAgeMs: 200 } as const
const LATCHED = { engaged: true, stopId: 'stp_00000000000000000000000001', at: ago(60_000) } as const
const AUDIT = { status: 'RECORDED', size: 5, root: 'a'.repeat(64), lastCheckpointAt: null, broken: null } as const
const NEEDS = Object.keys(aWellPlatform()) as (keyof InputValues)[]

describe('public-status-truth', () => {
  it('is operational when everything is observed and well', () => {
    const { verdict, summary, data } = judge()
    expect([verdict, summary]).toEqual(['OPERATIONAL', 'The engine is RUNNING; 9 of 9 components are healthy.'])
    expect(data.components.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'API UP',
      'STORE UP',
      'MARKET_DATA UP',
      'EXCHANGE_PRIVATE UP',
      'ENGINE UP',
      'PROTECTION UP',
      'CLOCK UP',
      'AUDIT UP',
      'MESSENGER UP',
    ])
    expect(data).toMatchObject({ tradingAvailability: 'AVAILABLE', nextStep: 'Nothing to do.', lastIncident: null })
  })

  it.each(NEEDS.filter((name) => name !== 'latch'))('is insufficient without %s', (name) => {
    const { [name]: _lost, ...rest } = aWellPlatform()
    const made = report(publicStatusTruth, aSnapshot(rest))
    expect([made.verdict, made.missingEvidence.length]).toEqual(['INSUFFICIENT_EVIDENCE', 1])
  })

  it('treats an unobservable stop as engaged', () => {
    const { latch: _lost, ...rest } = aWellPlatform()
    const made = report(publicStatusTruth, aSnapshot(rest))
    expect([made.verdict, made.reasons[0]?.code]).toEqual(['EMERGENCY_STOPPED', 'LATCH_NOT_SEEN'])
    expect(made.data).toMatchObject({ tradingAvailability: 'REDUCE_ONLY' })
  })

  it.each([
    ['the store that cannot be written', { store: { ...STORE, failure: 'disk full' } }, 'OUTAGE'],
    ['an emergency stop', { latch: LATCHED }, 'EMERGENCY_STOPPED'],
    ['slow commits', { store: { ...STORE, commitP99Ms: 251 } }, 'DEGRADED'],
    ['commits at their limit', { store: { ...STORE, commitP99Ms: 250 } }, 'OPERATIONAL'],
    ['a full disk', { store: { ...STORE, freeDiskBytes: 2 ** 30 - 1 } }, 'DEGRADED'],
    ['a book that is not synced', { feeds: [FEED, { ...FEED, bookState: 'RESYNCING' }] }, 'DEGRADED'],
    ['one old book among fresh ones', { feeds: [FEED, { ...FEED, bookAgeMs: 9_000 }] }, 'OPERATIONAL'],
    ['old books alone', { feeds: [{ ...FEED, bookAgeMs: 2_001 }] }, 'DEGRADED'],
    ['books of the oldest age', { feeds: [{ ...FEED, bookAgeMs: 2_000 }] }, 'OPERATIONAL'],
    ['a lost private stream', { privateStream: { state: 'lost' } }, 'DEGRADED'],
    ['books that differ', { reconciliation: { differences: 1 } }, 'DEGRADED'],
    ['a degraded engine', { engine: anEngineStatus({ state: 'DEGRADED' }) }, 'DEGRADED'],
    ['a position at the end of its time', { positions: [anUnprotected(5_000)] }, 'OPERATIONAL'],
    ['a position beyond its time', { positions: [anUnprotected(5_001)] }, 'DEGRADED'],
    ['a clock that is off', { clock: { checked: true, offsetMs: -400, errorMs: 101 } }, 'DEGRADED'],
    ['a clock at its limit', { clock: { checked: true, offsetMs: -400, errorMs: 100 } }, 'OPERATIONAL'],
    ["the market's own clock", { clock: { checked: false, offsetMs: null, errorMs: null } }, 'OPERATIONAL'],
    ['a broken audit', { audit: { ...AUDIT, broken: 'cut' } }, 'DEGRADED'],
    ['a spooled audit', { audit: { ...AUDIT, status: 'SPOOLED' } }, 'DEGRADED'],
    ['a paused engine', { engine: anEngineStatus({ state: 'PAUSED' }) }, 'TRADING_PAUSED'],
    ['a stopping engine', { engine: anEngineStatus({ state: 'STOPPING' }) }, 'TRADING_STOPPED'],
    ['books that are compared', { engine: anEngineStatus({ state: 'RECONCILING' }) }, 'RECOVERING'],
  ] as [string, InputValues, string][])('with %s', (_, values, verdict) => {
    expect(judge(values).verdict).toBe(verdict)
  })

  it('ranks an outage above a stop, a stop above a degradation, and that above a recovery', () => {
    const broken = { privateStream: { state: 'lost' } } as const
    expect(judge({ ...broken, latch: LATCHED, store: { ...STORE, failure: 'disk full' } }).verdict).toBe('OUTAGE')
    expect(judge({ ...broken, latch: LATCHED }).verdict).toBe('EMERGENCY_STOPPED')
    expect(judge({ ...broken, engine: anEngineStatus({ state: 'RECONCILING' }) }).verdict).toBe('RECOVERING')
    expect(judge({ ...broken, engine: anEngineStatus({ state: 'PAUSED' }) }).verdict).toBe('DEGRADED')
  })

  it.each([
    [5_000, 'OPERATIONAL', { status: 'UP', detailCode: 'SEEN' }, 'AVAILABLE'],
    [5_001, 'INSUFFICIENT_EVIDENCE', { status: 'DEGRADED', detailCode: 'FEEDS_OLD' }, 'REDUCE_ONLY'],
    [15_000, 'INSUFFICIENT_EVIDENCE', { status: 'DEGRADED', detailCode: 'FEEDS_OLD' }, 'REDUCE_ONLY'],
    [15_001, 'INSUFFICIENT_EVIDENCE', { status: 'NOT_OBSERVED', detailCode: 'FEEDS' }, 'REDUCE_ONLY'],
  ])('with prices of %i ms ago reports %s', (ageMs, verdict, component, availability) => {
    const made = judge({}, { agesMs: { feeds: ageMs } })
    expect([made.verdict, made.component('MARKET_DATA'), made.data.tradingAvailability]).toMatchObject([
      verdict,
      component,
      availability,
    ])
  })

  it('treats what was down long ago as still down', () => {
    const made = judge({ privateStream: { state: 'lost' } }, { agesMs: { privateStream: 600_000 } })
    expect(made.component('EXCHANGE_PRIVATE')).toMatchObject({ status: 'DOWN', detailCode: 'STREAM_LOST' })
  })

  it('reports an exchange problem with its component', () => {
    const trouble = (code: 'MARKET_STREAM' | 'KEY_REFUSED') => {
      const troubles = [{ code, detail: 'it', remedy: 'that', since: ago(5_000) }]
      return judge({ engine: anEngineStatus({ exchange: { ...anEngineStatus().exchange, troubles } }) })
    }
    expect(trouble('MARKET_STREAM').component('MARKET_DATA')).toMatchObject({ detailCode: 'MARKET_STREAM' })
    expect(trouble('KEY_REFUSED').component('EXCHANGE_PRIVATE')).toMatchObject({ detailCode: 'KEY_REFUSED' })
  })

  it('is degraded while messages are not delivered; trading continues without them', () => {
    const channel = {
      id: 'ops',
      kind: 'WEBHOOK',
      enabled: true,
      lastAttemptAtMs: TAKEN_AT_MS,
      lastDeliveredAtMs: null,
      lastErrorCategory: 'TIMEOUT',
      queued: 1,
      dropped: 0,
    } as const
    const silent = judge({ channels: [channel] })
    expect([silent.verdict, silent.component('MESSENGER')?.status]).toEqual(['DEGRADED', 'DOWN'])
    expect(silent.summary).toBe('8 of 9 components are healthy; MESSENGER: no messenger channel delivers.')
    expect(silent.reasons).toMatchObject([
      { code: 'COMPONENT_DOWN', message: expect.stringContaining('MESSENGER is DOWN: no messenger channel delivers.') },
    ])
    expect(silent.reasons[0]?.evidenceIds).toHaveLength(1)
    expect(silent.data.tradingAvailability).toBe('AVAILABLE')
    const partly = judge({ channels: [channel, { ...channel, id: 'mail', lastErrorCategory: null }] })
    expect([partly.verdict, partly.component('MESSENGER')?.status]).toEqual(['DEGRADED', 'DEGRADED'])
    expect(judge({ channels: [{ ...channel, enabled: false }] }).component('MESSENGER')?.detailCode).toBe(
      'NOT_CONFIGURED',
    )
  })

  it.each([
    [{ engine: anEngineStatus({ allowed: { ...anEngineStatus().allowed, manualIncreasing: false } }) }, 'REDUCE_ONLY'],
    [{ engine: anEngineStatus({ allowed: { ...anEngineStatus().allowed, manualReducing: false } }) }, 'UNAVAILABLE'],
    [{ store: { ...STORE, failure: 'disk full' } }, 'UNAVAILABLE'],
    [{ clock: { checked: true, offsetMs: 900, errorMs: 0 } }, 'REDUCE_ONLY'],
    [{ feeds: [FEED, { ...FEED, bookState: 'RESYNCING' }] }, 'REDUCE_ONLY'],
    [{ feeds: [{ ...FEED, bookAgeMs: 2_001 }] }, 'REDUCE_ONLY'],
    [{ feeds: [FEED, { ...FEED, bookAgeMs: 9_000 }] }, 'AVAILABLE'],
  ] as [InputValues, string][])('reports whether users can trade', (values, availability) => {
    expect(judge(values).data.tradingAvailability).toBe(availability)
  })

  it('mentions no money, position or symbol in public texts', () => {
    const situations: InputValues[] = [
      { positions: [anUnprotected(60_000)] },
      { feeds: [{ ...FEED, bookState: 'STALE' }] },
      { latch: LATCHED, positions: [anUnprotected(60_000)] },
    ]
    for (const values of situations) {
      const { summary, reasons } = judge(values)
      expect(`${summary} ${JSON.stringify(reasons)}`).not.toMatch(/BTC|USDT|position|pos_|equity|\d+\.\d{4}/i)
    }
  })

  it('shows the observed history, and since when each state has lasted', () => {
    const history = {
      components: [
        { id: 'CLOCK', status: 'UP', sinceMs: TAKEN_AT_MS - 90_000 },
        { id: 'STORE', status: 'DEGRADED', sinceMs: TAKEN_AT_MS - 1_000 },
      ],
      observedMs: 3_600_000,
      workingMs: 3_564_000,
      lastIncident: { code: 'DEGRADED', startedAtMs: TAKEN_AT_MS - 80_000, endedAtMs: null },
    } as const
    const made = judge({ statusHistory: history })
    expect(made.data).toMatchObject({
      uptime24hPct: 99,
      observedSec24h: 3_600,
      lastIncident: { code: 'DEGRADED', startedAt: ago(80_000), endedAt: null },
    })
    expect([made.component('CLOCK')?.since, made.component('STORE')?.since]).toEqual([ago(90_000), null])
    const short = judge({ statusHistory: { ...history, observedMs: 3_599_999 } })
    expect([short.data.uptime24hPct, short.data.observedSec24h]).toEqual([null, 3_599])
  })
})

describe('the cause in the public status', () => {
  const TROUBLE = { code: 'UNREACHABLE', detail: 'no answer', remedy: 'wait', since: ago(9_000) } as const
  const away = anEngineStatus({
    exchange: { name: 'Binance', notice: null, execution: 'PAPER', connected: false, troubles: [TROUBLE] },
  })

  it('names an exchange that cannot be reached, and not old prices', () => {
    const made = judge({ engine: away }, { agesMs: { feeds: 600_000, privateStream: 600_000 } })
    expect(made.verdict).toBe('INSUFFICIENT_EVIDENCE')
    expect(made.summary).toMatch(/^The exchange cannot be reached; .* Check the network/)
    expect(made.reasons[0]?.code).toBe('EXCHANGE_UNREACHABLE')
  })

  it('does not report a connection that is being established for the first time as lost', () => {
    const connecting = anEngineStatus({ exchange: { ...away.exchange, troubles: [] } })
    const { privateStream: _none, feeds: _nor, ...atStart } = aWellPlatform()
    const made = report(publicStatusTruth, aSnapshot({ ...atStart, engine: connecting }))
    expect([made.verdict, made.reasons.map(({ code }) => code)]).toEqual([
      'INSUFFICIENT_EVIDENCE',
      ['INPUT_MISSING', 'INPUT_MISSING'],
    ])
  })

  it('names a lost market stream besides old prices, and the remedy', () => {
    const troubles = [{ ...TROUBLE, code: 'MARKET_STREAM' as const }]
    const lost = anEngineStatus({ exchange: { ...away.exchange, connected: true, troubles } })
    const made = judge({ engine: lost }, { agesMs: { feeds: 600_000 } })
    expect(made.summary).toMatch(/^The market stream of the exchange is lost; .* Wait: it reconnects automatically/)
    expect(made.reasons[0]).toMatchObject({ code: 'MARKET_STREAM', remedy: expect.stringContaining('plimsoll doctor') })
  })

  it('reports why the engine is degraded, and the remedy', () => {
    const stateReason = { code: 'PRIVATE_STREAM', message: 'The private order stream is not connected.' }
    const made = judge({ engine: anEngineStatus({ state: 'DEGRADED', stateReason }) })
    expect(made.summary).toBe('8 of 9 components are healthy; ENGINE: the connection to the exchange is lost.')
    expect(made.reasons[0]?.remedy).toContain('It reconnects automatically')
    expect(made.data.nextStep).toContain('The connection to the exchange is lost.')
  })

  it('limits manual orders to reducing ones while a gate on losses blocks entries, unless the host exempts them', () => {
    const gate = aBlocker({ gateId: 'G20', code: 'DAILY_LOSS', kind: 'B' })
    const values = { engine: anEngineStatus({ state: 'PAUSED', topBlockers: [gate] }) }
    const isExempt = (appliesToManual: boolean): SnapshotParts => ({
      constitution: aConstitution({ limits: { appliesToManual } }),
    })
    expect(judge(values).data.tradingAvailability).toBe('REDUCE_ONLY')
    expect(judge(values, isExempt(false)).data.tradingAvailability).toBe('AVAILABLE')
  })

  it('distinguishes a pause by a breaker from one by a person, without figures in public', () => {
    const message = 'The daily loss is 2.1% of the equity at the start of the day; the limit is 2%.'
    const tripped = {
      id: 'DAY_LOSS',
      state: 'TRIPPED',
      since: null,
      reset: 'HOST_REARM',
      observed: 2.1,
      limit: 2,
    } as const
    const topBlockers = [aBlocker(), aBlocker({ gateId: 'BREAKER', code: 'DAY_LOSS', kind: 'B', message })]
    const sinceRestart = { code: 'RECONCILED', message: 'm' }
    const engine = anEngineStatus({ state: 'PAUSED', stateReason: sinceRestart, breakers: [tripped], topBlockers })
    const paused = judge({ engine })
    expect(paused).toMatchObject({
      verdict: 'TRADING_PAUSED',
      summary: 'A breaker has paused autotrading; 9 of 9 components are healthy.',
      reasons: [{ code: 'STATE_PAUSED', remedy: expect.stringContaining('operator-compact-truth') }],
      data: { nextStep: message },
    })
    const reasons = JSON.stringify(paused.reasons)
    expect(reasons).not.toMatch(/loss|%/)
    const byPerson = judge({
      engine: anEngineStatus({ state: 'PAUSED', stateReason: { code: 'PAUSED', message: 'm' } }),
    })
    expect(byPerson.summary).toBe('Autotrading is paused; 9 of 9 components are healthy.')
    expect(byPerson.data.nextStep).toBe('To resume: plimsoll resume.')
  })

  it('distinguishes a clock offset from slow responses', () => {
    const clock = (offsetMs: number, errorMs: number) => judge({ clock: { checked: true, offsetMs, errorMs } }).summary
    expect(clock(2_000, 5)).toContain('the host clock differs')
    expect(clock(12, 2_065)).toContain('the exchange responds too slowly')
  })

  it('is critical when another surface is, without naming it', () => {
    const snapshot = aSnapshot(aWellPlatform())
    const critical = aReport({ surface: 'security-rbac-truth', verdict: 'VIOLATION', severity: 'CRITICAL' })
    const made = report(publicStatusTruth, snapshot, new Map([['security-rbac-truth', critical]]))
    expect([made.verdict, made.severity]).toEqual(['DEGRADED', 'CRITICAL'])
    expect(`${made.summary} ${JSON.stringify(made.reasons)}`).not.toMatch(/security|VIOLATION/)
  })
})
