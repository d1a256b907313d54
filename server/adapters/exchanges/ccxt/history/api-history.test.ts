import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type VenueStage } from '../../../../../test/venue-wire/venue-stage.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/instant.ts'
import type { HistoryKind } from '../../../../research/data/kinds.ts'
import { periodAt } from '../../../../research/data/period.ts'
import { findFault } from '../../../../research/data/rows.ts'
import type { HistorySource } from '../../../../research/data/source.ts'
import { createApiHistory } from './api-history.ts'

const openSource = (url: string, id: 'binanceusdm' | 'bybit' = 'binanceusdm'): HistorySource =>
  createApiHistory({ id, url, clock: Date.now, monotonic: () => performance.now(), delay: (ms) => setTimeout(ms) })

describe('history from the exchange API', () => {
  let stage: VenueStage
  let source: HistorySource
  /** A day that has passed, within one month. */
  let fromMs: number

  beforeAll(async () => {
    stage = await openStage({ market: { kind: 'simulated', seed: 7, historyDays: 3 } })
    source = openSource(stage.url)
    fromMs = Math.floor((Date.now() - 2 * DAY_MS) / DAY_MS) * DAY_MS
  })
  afterAll(async () => {
    await source.close()
    await stage.close()
  })

  const fetch = (kind: HistoryKind, minutes: number, symbol = 'BTCUSDT') => {
    const range = { fromMs, toMs: fromMs + minutes * MINUTE_MS }
    return source.fetch({ symbol, kind, period: periodAt(kind, fromMs) }, range, new AbortController().signal)
  }

  it('returns the filters of an instrument; null for one that is not listed', async () => {
    expect(await source.instrument('BTCUSDT')).toMatchObject({ tickSize: '0.1', lotSize: '0.001' })
    expect(await source.instrument('NOSUCHUSDT')).toBeNull()
    expect((await fetch('candles', 5, 'NOSUCHUSDT')).covered).toEqual([])
  })

  it.each(['candles', 'mark', 'index'] as const)('fetches %s over several pages', async (kind) => {
    const minutes = 700
    const { rows, covered } = await fetch(kind, minutes)
    expect([...rows.time]).toEqual(Array.from({ length: minutes }, (_, minute) => fromMs + minute * MINUTE_MS))
    expect(findFault(rows)).toBeNull()
    expect(covered).toEqual([{ fromMs, toMs: fromMs + minutes * MINUTE_MS }])
  })

  it('fetches settled funding rates', async () => {
    const { rows } = await fetch('funding', DAY_MS / MINUTE_MS)
    expect([...rows.time]).toEqual([0, 8, 16].map((hour) => fromMs + hour * HOUR_MS))
    expect([...(rows.columns.interval_hours ?? [])]).toEqual([8, 8, 8])
  })

  it('names an exchange that does not respond', async () => {
    const nobody = openSource('http://127.0.0.1:9')
    await expect(nobody.instrument('BTCUSDT')).rejects.toMatchObject({ code: 'DOWNLOAD_FAILED' })
    await nobody.close()
  })
})
