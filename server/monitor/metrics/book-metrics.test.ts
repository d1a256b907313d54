import { describe, expect, it } from 'vitest'
import { anOrder, aPosition } from '../../../test/support/book-samples.ts'
import { openControlStage } from '../../../test/support/control-stage.ts'
import { openTradingBooks } from '../../../test/support/trading-books.ts'
import { aSnapshot, TAKEN_AT_MS } from '../../../test/support/truth-samples.ts'
import { createControlViews } from '../../views/control-views.ts'
import { orderBody } from '../../views/order-view.ts'
import { positionBody } from '../../views/position-view.ts'
import { getInstrument } from '../../views/trading-reader.ts'
import { orderMetrics, positionMetrics } from './book-metrics.ts'
import { engineMetrics } from './health-metrics.ts'
import type { MetricFamily } from './metric-family.ts'

const books = openTradingBooks()
const { reader } = books

const readSamples = (families: readonly MetricFamily[], name: string) =>
  families
    .find((family) => family.name === name)
    ?.samples.map(({ labels, value }) => [...Object.values(labels ?? {}), value])

describe('the metrics of positions', () => {
  const { protection } = aPosition()
  const bare = (forMs: number) =>
    positionBody(reader, aPosition({ protection: { ...protection, unprotectedSinceMs: TAKEN_AT_MS - forMs } }))
  const covered = positionBody(reader, aPosition({ protection: { ...protection, unprotectedSinceMs: null } }))

  it.each([
    ['none is open', [], [0, 0, 0]],
    ['all are covered', [covered, covered], [2, 0, 0]],
    ['some are bare', [bare(1_500), covered, bare(20_000)], [3, 2, 20]],
  ] as const)('report the longest time without a stop when %s', (_what, positions, figures) => {
    const families = positionMetrics(aSnapshot({ positions }))
    expect(families.map(({ samples }) => samples[0]?.value)).toEqual(figures)
  })

  it('are omitted when positions were not read', () => {
    expect(positionMetrics(aSnapshot({}))).toEqual([])
  })
})

it('count working orders by purpose, and the unconfirmed ones', () => {
  const orders = [
    anOrder({ purpose: 'STOP_LOSS', status: 'UNTRIGGERED' }),
    anOrder({ purpose: 'STOP_LOSS', status: 'OUTCOME_UNKNOWN' }),
    anOrder({ purpose: 'ENTRY', status: 'NEW' }),
  ].map((order) => orderBody(order, getInstrument(reader, order.terms.symbol)))
  const families = orderMetrics(orders)
  expect(readSamples(families, 'orders_working')).toEqual([
    ['ENTRY', 1],
    ['EXIT', 0],
    ['STOP_LOSS', 2],
    ['TAKE_PROFIT', 0],
    ['CLOSE', 0],
    ['FLATTEN', 0],
    ['EXTERNAL', 0],
  ])
  expect(readSamples(families, 'orders_outcome_unknown')).toEqual([[1]])
})

describe('the metrics of the engine', () => {
  const statusIn = (state: 'RUNNING' | 'PAUSED') => {
    const stage = openControlStage(books)
    stage.stand(state)
    return createControlViews(stage.reader).status()
  }

  it('report the current state and its permissions', () => {
    const families = engineMetrics(statusIn('PAUSED'), { engaged: false, stopId: null, at: null })
    expect(readSamples(families, 'engine_state')?.filter(([, value]) => value === 1)).toEqual([['PAUSED', 1]])
    expect(readSamples(families, 'authority')).toContainEqual(['entries', 0])
    expect(readSamples(families, 'emergency_stop_engaged')).toEqual([[0]])
    expect(readSamples(families, 'blocker')).toContainEqual(expect.arrayContaining(['STATE', 1]))
    expect(readSamples(families, 'last_order_timestamp_seconds')).toEqual([[null]])
  })

  it('report an engaged stop even when nothing else was read', () => {
    const families = engineMetrics(undefined, { engaged: true, stopId: null, at: null })
    expect(families.map(({ name, samples }) => [name, samples[0]?.value])).toEqual([['emergency_stop_engaged', 1]])
  })
})
