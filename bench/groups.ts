/** Benchmark groups by name with the function that measures each, and modules that the process of a group preloads. */

import { autotradingRows } from './autotrading.ts'
import { consoleRows } from './console.ts'
import { engineRows } from './engine.ts'
import { gatewayRows } from './gateway.ts'
import { historyRows } from './history.ts'
import { httpRows } from './http.ts'
import { httpStopRows } from './http-stop.ts'
import { matchingRows } from './matching.ts'
import type { Row } from './measure.ts'
import { monitorRows } from './monitor.ts'
import { orderRows, slowOrderRows } from './orders.ts'
import { researchRows } from './research.ts'
import { startRows } from './start.ts'
import { slowStopRows, stopRows } from './stop.ts'
import { storeRows } from './store.ts'
import { streamRows } from './stream.ts'

/** Every group of measurements, in the order of the table. */
export const GROUPS: Readonly<Record<string, () => Promise<Row[]>>> = {
  engine: engineRows,
  autotrading: autotradingRows,
  store: storeRows,
  orders: orderRows,
  slow: async () => [...(await slowOrderRows()), ...(await slowStopRows())],
  stop: async () => [...(await stopRows()), ...(await httpStopRows())],
  matching: matchingRows,
  http: httpRows,
  gateway: gatewayRows,
  monitor: monitorRows,
  stream: streamRows,
  start: startRows,
  history: historyRows,
  console: consoleRows,
  research: researchRows,
}

/** Modules that the process of a group loads before its own. */
export const PRELOADS: Readonly<Record<string, string>> = { slow: new URL('./slow-syncs.ts', import.meta.url).href }
