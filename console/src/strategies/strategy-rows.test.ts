import { describe, expect, it } from 'vitest'
import { listBuiltIn } from './rules.ts'
import {
  type Calibration,
  computeExpectancy,
  type Definition,
  groupParams,
  listStrategies,
  printStart,
  type Result,
  summariseCalibration,
} from './strategy-rows.ts'

const aResult = (key: string | null, net: string, trades = 2): Result => ({
  key,
  trades,
  wins: 1,
  net,
  gross: net,
  fees: '0',
  funding: '0',
  profitFactor: null,
  meanR: null,
})

const aDefinition = (strategyId: string, timeframe: Definition['timeframe'], params = { stopAtr: 2 }): Definition => ({
  strategyId,
  name: 'MINE',
  family: 'PATTERN',
  version: 1,
  digest: `${strategyId} ${timeframe}`,
  timeframe,
  params,
  warmupBars: 1,
  horizonBars: 1,
  needs: [],
})

const aCalibration = (calibration: Partial<Calibration>) =>
  ({ outcomes: 10, reverted: false, brierSkill: null, ...calibration }) as Calibration

const aBook = (mode: 'OFF' | 'PAPER', strategies: string[]) => ({ mode, strategies }) as never

const EMPTY = { definitions: [], status: undefined, results: [], calibration: undefined }

describe('the list of strategies', () => {
  it('has the largest loss first, those without a closed position last, and strategies from files', () => {
    const results = [aResult('S02', '5'), aResult('S07', '-3'), aResult('GONE', '-4'), aResult(null, '9')]
    const rows = listStrategies({ ...EMPTY, results, definitions: [aDefinition('MINE', '5m')] })
    expect(rows.slice(0, 4).map(({ strategyId }) => strategyId)).toEqual(['GONE', 'S07', 'S02', 'MINE'])
    expect(rows).toHaveLength(listBuiltIn().length + 2)
    expect(rows.find(({ strategyId }) => strategyId === 'MINE')).toMatchObject({ name: 'MINE', family: 'PATTERN' })
  })

  it('has the state of each, unknown before the status is received', () => {
    const quarantine = { strategyId: 'S02', reason: 'decay', since: '2026-01-01T00:00:00.000Z' }
    const books = [aBook('PAPER', ['S01', 'S02']), aBook('OFF', ['S03'])]
    const rows = listStrategies({ ...EMPTY, status: { books, quarantines: [quarantine] } })
    expect(rows.slice(0, 4).map(({ state }) => state)).toEqual(['ON', 'QUARANTINED', 'TRACKED', 'OFF'])
    expect(rows[1]?.quarantine).toBe(quarantine)
    expect(listStrategies(EMPTY)[0]?.state).toBeUndefined()
  })

  it('has the calibration of the running definitions', () => {
    const calibration = [
      aCalibration({ strategyId: 'S01', definitionDigest: 'S01 5m' }),
      aCalibration({ strategyId: 'S01', definitionDigest: 'before' }),
    ]
    const [row] = listStrategies({ ...EMPTY, definitions: [aDefinition('S01', '5m')], calibration })
    expect(row?.calibration).toEqual(calibration.slice(0, 1))
  })
})

it('computes the mean result of a closed position exactly', () => {
  expect(computeExpectancy(aResult('S01', '-0.3', 4))).toBe('-0.075')
  expect(computeExpectancy(undefined)).toBeNull()
})

it('starts the server with a further strategy', () => {
  expect(printStart('S02', ['S03', 'S01'])).toBe('plimsoll start --strategies S01,S02,S03')
})

it('groups the timeframes that have the same parameters', () => {
  const definitions = [aDefinition('S04', '1m'), aDefinition('S04', '5m'), aDefinition('S04', '1h', { stopAtr: 3 })]
  expect(groupParams(definitions)).toEqual([
    { timeframes: ['1m', '5m'], params: { stopAtr: 2 } },
    { timeframes: ['1h'], params: { stopAtr: 3 } },
  ])
})

it('counts outcomes, and calibrations that predict better than the base rate', () => {
  const calibrations = [
    aCalibration({ brierSkill: 0.02 }),
    aCalibration({ brierSkill: 0.02, reverted: true }),
    aCalibration({ brierSkill: -0.1 }),
    aCalibration({}),
  ]
  expect(summariseCalibration(calibrations)).toEqual({ outcomes: 40, groups: 4, skilled: 1 })
})
