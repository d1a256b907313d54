import { describe, expect, it } from 'vitest'
import { computeDigest } from '../../../server/core/digest.ts'
import { HOUR_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import { strategiesFor } from '../../../server/domain/signal/strategies/index.ts'
import type { BarContext } from '../../../server/domain/signal/strategy.ts'
import { sharedData } from '../../support/shared-data.ts'
import { joinedBars, recordedBars } from './recorded-bars.ts'
import { NOTHING_KNOWN, replayStrategy, rounded } from './series.ts'

const week = sharedData('candles/BTCUSDT_spot_1m_20210219_week.csv.gz')
const month = sharedData('candles/FTX_BTC-PERP_1m_20211231_20220201.csv.gz')

const FUNDING_MS = 8 * HOUR_MS

/** The recordings are candles alone; what else is needed is made up from the time, in no relation to the price. */
const madeUp = ({ openMs }: Bar): BarContext => {
  const period = Math.floor(openMs / FUNDING_MS)
  const hours = (openMs % FUNDING_MS) / HOUR_MS
  const excursion = period % 5 === 0 ? Math.max(0, 1 - hours / 2) * (period % 2 === 0 ? 1 : -1) : 0
  return {
    fundingRate: ((period % 7) - 3) / 10_000,
    fundingPercentile: (period % 13) / 12,
    fundingZ: ((period % 9) - 4) / 2,
    basis: (Math.floor(hours * 7) % 11) / 50_000 + excursion / 500,
    openInterestChange: ((period % 5) - 1) / 100,
  }
}

const runStrategies = (interval: '1m' | '15m', bars: readonly Bar[]): readonly string[] => {
  const contexts = bars.map(madeUp)
  return strategiesFor(interval).map((definition) => {
    const ideas = replayStrategy(definition, bars, { context: (index) => contexts[index] ?? NOTHING_KNOWN })
    const counted = ideas.filter(({ at }) => at >= definition.warmupBars)
    return `${definition.id} ${counted.length} ${computeDigest(rounded(counted)).slice(0, 16)}`
  })
}

describe('the strategies over recorded markets', () => {
  it.skipIf(!week)(
    'return the same ideas as before for a week of one-minute bars (needs ../shared/data beside the repository)',
    () => {
      expect(runStrategies('1m', week ? recordedBars(week) : [])).toEqual(
        expect.arrayContaining([
          'S01 742 0bf0350ca552ebff',
          'S02 113 c5b17359dcd11593',
          'S03 146 e0d3fe6ba467372d',
          'S04 1503 14e9d95ef8d814cc',
          'S05 210 eb960d819c6d289c',
          'S06 194 a1b4f8e227264df2',
          'S07 347 277da14aa627a19d',
          'S08 614 b882dffd345b0186',
          'S09 60 0af8ea01a8f36a62',
          'S10 1095 9b251f98d375fc53',
          'S11 960 820166ce08a5a8e2',
          'S12 42 e4a58e3db4bfed07',
        ]),
      )
    },
  )

  it.skipIf(!month)(
    'return the same ideas as before for a month of 15-minute bars (needs ../shared/data beside the repository)',
    () => {
      expect(runStrategies('15m', month ? joinedBars(recordedBars(month), 15) : [])).toEqual(
        expect.arrayContaining([
          'S01 122 7d44b33a29094fa7',
          'S02 25 dcdbaaa6e816bb66',
          'S03 34 bb45db1d168f9600',
          'S04 288 bcd4126325038b1a',
          'S05 55 a1572ea634471542',
          'S06 57 b34f30f82a1fd5f7',
          'S07 28 b8e89ab152e5fce4',
          'S08 111 49ef0e2ab209dd40',
          'S09 27 9fa9beb14a6681ad',
          'S10 284 ee1f284a27fd7403',
          'S11 215 001112a2d2c5ab51',
          'S12 63 52359458e5c1118f',
        ]),
      )
    },
  )
})
