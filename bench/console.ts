import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { findBrowser } from '../test/support/browser.ts'
import { atMost, median, type Row, times } from './measure.ts'
import { openPlatform } from './platform.ts'

const RUNS = 5
const PAINT_GOAL_MS = 1_000
const BYTES_GOAL = 250_000
const WATCHED_MS = 10_000
const BUSY_GOAL = 0.25

/** Measures the console: load time, transferred data, and the CPU use of a browser that leaves it open. */
export const consoleRows = async (): Promise<Row[]> => {
  const installation = findBrowser()
  if (installation.why !== undefined) {
    console.error(`The console is not measured: ${installation.why}.`)
    return []
  }
  const server = await openPlatform()
  const browser = await installation.open()
  try {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, server.platform.url))
    return toRows(visits)
  } finally {
    await browser.close()
    await server.close()
  }
}

interface Visit {
  readonly paintMs: number
  readonly bytes: number
  readonly busy: number
}

const toRows = (visits: readonly Visit[]): Row[] => {
  const paintMs = median(visits.map((visit) => visit.paintMs))
  const bytes = median(visits.map((visit) => visit.bytes))
  const busy = median(visits.map((visit) => visit.busy))
  return [
    {
      what: 'first paint of the console, empty cache',
      measured: `${paintMs.toFixed(0)} ms`,
      against: `${PAINT_GOAL_MS} ms`,
      ratio: times(PAINT_GOAL_MS / paintMs),
      goals: [atMost(paintMs, [PAINT_GOAL_MS, 'ms'])],
    },
    {
      what: 'transferred for the first screen of the console',
      measured: `${(bytes / 1_000).toFixed(0)} kB`,
      against: `${BYTES_GOAL / 1_000} kB`,
      ratio: times(BYTES_GOAL / bytes),
      goals: [atMost(bytes / 1_000, [BYTES_GOAL / 1_000, 'kB'])],
    },
    {
      what: 'main-thread load of a browser on the overview',
      measured: `${(busy * 100).toFixed(1)}%`,
      against: `${BUSY_GOAL * 100}%`,
      ratio: times(BUSY_GOAL / busy),
      goals: [atMost(busy * 100, [BUSY_GOAL * 100, '%'])],
    },
  ]
}

/** Simulates a first visit: logs in on the market, the largest first screen, and leaves the overview open for a while. */
const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/market`)
  await page.getByLabel('User').fill('bench')
  await page.getByLabel('Password').fill('bench')
  const paintMs = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
  const bytes = await page.evaluate<number>(LOADED_BYTES)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'Exposure' }).waitFor()
  const busy = await busyShare(page)
  await context.close()
  return { paintMs, bytes, busy }
}

const LOADED_BYTES = `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, { transferSize }) => sum + transferSize, 0)`

const busyShare = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busySec = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busySec()
  await setTimeout(WATCHED_MS)
  return ((await busySec()) - before) / (WATCHED_MS / 1_000)
}
