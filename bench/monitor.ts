/**
 * Benchmark of the monitor: event loop time of a snapshot, and of the evaluation of each surface for fifty instruments.
 */

import { setTimeout } from 'node:timers/promises'
import type { TruthSnapshot } from '../server/monitor/frame/inputs.ts'
import { createReport } from '../server/monitor/frame/report.ts'
import { reportsOn } from '../server/monitor/frame/reports.ts'
import { SURFACES } from '../server/monitor/surfaces/index.ts'
import { atMost, median, percentile, type Row, times } from './measure.ts'
import { openPlatform } from './platform.ts'

const CEILING_MS = 5
/** Time within which every reading except the snapshots is taken at least once. */
const INPUTS_READY_MS = 20_000
const SNAPSHOTS = 20
const ROUNDS = 40
/** Number of instruments of the simulated market, and number to which the snapshot is extended. */
const [HERE, WANTED] = [3, 50]

/** Measures the event loop time of a snapshot, and of the evaluation of each surface for fifty instruments. */
export const monitorRows = async (): Promise<Row[]> => {
  const { platform, close } = await openPlatform()
  await setTimeout(INPUTS_READY_MS)
  const takenMs: number[] = []
  for (let taken = 0; taken < SNAPSHOTS; taken++) {
    await setTimeout(1_010)
    const since = performance.now()
    platform.monitor.reports()
    takenMs.push(performance.now() - since)
  }
  const snapshot = widened(platform.monitor.reports().snapshot)
  await close()
  const each = SURFACES.map(({ contract }) => ({
    name: contract.surface,
    medianMs: measureMedianMs(contract.surface, snapshot),
  }))
  const [slowest] = each.toSorted((a, b) => b.medianMs - a.medianMs)
  const sum = each.reduce((total, { medianMs }) => total + medianMs, 0)
  return [
    row('a snapshot of all monitor inputs', median(takenMs), `p99 ${percentile(takenMs, 0.99).toFixed(1)} ms`),
    row(
      `the slowest of ${each.length} surfaces at ${WANTED} instruments`,
      slowest?.medianMs ?? 0,
      `${slowest?.name}; all of them ${sum.toFixed(1)} ms`,
    ),
  ]
}

const row = (what: string, medianMs: number, more: string): Row => ({
  what,
  measured: `${medianMs.toFixed(2)} ms`,
  against: `limit ${CEILING_MS} ms of the event loop; ${more}`,
  ratio: times(CEILING_MS / medianMs),
  goals: [atMost(medianMs, [CEILING_MS, 'ms'])],
})

const measureMedianMs = (name: string, snapshot: TruthSnapshot): number => {
  const surface = SURFACES.find(({ contract }) => contract.surface === name)
  if (!surface) return 0
  const others = new Map(
    reportsOn(snapshot, SURFACES)
      .all()
      .map((report) => [report.surface, report]),
  )
  const took = Array.from({ length: ROUNDS }, () => {
    const since = performance.now()
    JSON.stringify(createReport(surface, snapshot, others))
    return performance.now() - since
  })
  return median(took)
}

/** Returns the snapshot with every list of items per symbol extended to the wanted number of instruments. */
const widened = (snapshot: TruthSnapshot): TruthSnapshot => ({
  ...snapshot,
  inputs: widen(snapshot.inputs) as TruthSnapshot['inputs'],
})

const widen = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.flatMap((item) => (hasSymbol(item) ? createCopies(item) : [widen(item)]))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, widen(member)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const hasSymbol = (value: unknown): value is object => isPlain(value) && 'symbol' in value

const createCopies = (item: object): object[] =>
  Array.from({ length: Math.ceil(WANTED / HERE) }, (_, copy) => ({
    ...item,
    ...('symbol' in item && { symbol: copy === 0 ? item.symbol : `A${copy}${item.symbol}` }),
  }))
