/** Benchmark of a long history: restarts, and pages of lists, on a store with ten million facts. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import type { AccountQuery, OrderQuery, TradingStore } from '../server/views/ports.ts'
import { addSamples, makeLargeStore, STATE } from './large-store.ts'
import { atMost, median, type Row, times } from './measure.ts'
import { measureStart } from './start.ts'

const FACTS = 10_000_000
const BYTES = 1e9
const RESTARTS = 3
const RESTART_GOAL_MS = 5_000
const PAGE_GOAL_MS = 50
const PAGE = { before: null, fromMs: null, toMs: null, limit: 200 }

/** Measures on one store, whose first start folds every fact and stores a snapshot of the ledger. */
export const historyRows = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  try {
    await makeLargeStore(dataDir, BYTES)
    addSamples(dataDir, FACTS)
    const { readyMs: firstMs } = await measureStart({ dataDir, stayMs: 0 })
    const runs: number[] = []
    for (let run = 0; run < RESTARTS; run++) runs.push((await measureStart({ dataDir, stayMs: 0 })).readyMs)
    const restartMs = median(runs)
    const { name, pageMs } = measurePages(dataDir)
    return [
      {
        what: 'restart to ready, 10 M facts',
        measured: `${restartMs.toFixed(0)} ms`,
        against: `${firstMs.toFixed(0)} ms without a snapshot`,
        ratio: times(firstMs / restartMs),
        goals: [atMost(restartMs, [RESTART_GOAL_MS, 'ms'])],
      },
      {
        what: `slowest page of 200 rows, 10 M facts: ${name}`,
        measured: `${pageMs.toFixed(1)} ms`,
        against: `limit ${PAGE_GOAL_MS} ms`,
        ratio: times(PAGE_GOAL_MS / pageMs),
        goals: [atMost(pageMs, [PAGE_GOAL_MS, 'ms'])],
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

const measurePages = (dataDir: string): { readonly name: string; readonly pageMs: number } => {
  const store = openEngineStore(join(dataDir, STATE))
  const pages = Object.entries(createLists(store.trading)).map(([name, read]) => {
    const runs = Array.from({ length: 5 }, () => {
      const since = performance.now()
      read()
      return performance.now() - since
    })
    return { name, pageMs: median(runs) }
  })
  store.close()
  return pages.reduce((slowest, page) => (page.pageMs > slowest.pageMs ? page : slowest))
}

/** The newest and the oldest rows, and filters that few or no rows match. */
const createLists = (trading: TradingStore): Record<string, () => unknown> => {
  const orders: OrderQuery = {
    ...PAGE,
    symbol: null,
    statuses: null,
    open: null,
    clientOrderId: null,
    origin: null,
  }
  const account: AccountQuery = { ...PAGE, symbol: null, orderId: null, positionId: null }
  const [oldest] = [...trading.findOrders({ ...orders, limit: 1 })]
  const toMs = (oldest?.createdAtMs ?? 0) + 1
  return {
    'newest orders': () => trading.findOrders(orders),
    'orders at an instant': () => trading.findOrders({ ...orders, fromMs: toMs - 1, toMs }),
    'orders of a symbol': () => trading.findOrders({ ...orders, symbol: 'BTCUSDT' }),
    'orders of a symbol without any': () => trading.findOrders({ ...orders, symbol: 'SOLUSDT' }),
    'orders by a rare status': () => trading.findOrders({ ...orders, statuses: ['PARTIALLY_FILLED', 'REJECTED'] }),
    'orders by a frequent status': () => trading.findOrders({ ...orders, statuses: ['EXPIRED', 'DENIED', 'CANCELED'] }),
    'orders by a rare origin': () => trading.findOrders({ ...orders, origin: 'GUARDIAN' }),
    'open orders': () => trading.findOrders({ ...orders, open: true }),
    'account entries': () => trading.findAccountEntries(account),
    positions: () => trading.findPositions({ ...PAGE, symbol: null }),
    states: () => trading.findStates(100),
  }
}
