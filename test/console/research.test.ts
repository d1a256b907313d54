import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostClocks } from '../../server/app/clocks.ts'
import { openHistory } from '../../server/app/history.ts'
import { DAY_MS } from '../../server/core/instant.ts'
import { PASSWORD } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { describeInBrowser, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared } from './watched-page.ts'

const FROM_MS = Date.parse('2025-01-01T00:00:00Z')
const CALM = { autotrading: 'off', timeframes: '1d' } as const

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

/** A job starts a process, which takes long on a busy machine. */
const JOB_MS = 240_000

describeInBrowser('research', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  beforeAll(async () => {
    await openHistory(hostClocks, () => new AbortController().signal).download(
      {
        dataDir,
        exchange: 'simulated',
        symbols: ['BTCUSDT'],
        kinds: ['candles', 'mark', 'funding'],
        fromMs: FROM_MS,
        toMs: FROM_MS + 4 * DAY_MS,
        source: undefined,
        exchangeUrl: undefined,
        archiveUrl: undefined,
        seed: 1,
      },
      () => {},
    )
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const stage = setStage({ ...CALM, dataDir })

  it('shows what is stored, and how to get more', async () => {
    const { page } = await stage.visit('/research?tab=data')
    const stored = page.getByRole('region', { name: 'Stored history', exact: true }).last()
    await stored.getByText('funding').waitFor()
    expect(await stored.getByRole('img', { name: '2025-01-01 to 2025-01-05, 0 gaps' }).count()).toBeGreaterThan(0)
    await page.getByText('plimsoll data download --exchange simulated').waitFor()
    await openTab(page, 'Compare')
    await page.getByText('A comparison needs two runs.').waitFor()
  })

  it('runs a backtest that is filled in, and opens it', { timeout: 2 * JOB_MS }, async () => {
    const { page } = await stage.visit('/research')
    await page.getByLabel('Strategy', { exact: true }).selectOption('S05')
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2025-01-04')
    await page.getByRole('button', { name: 'Start backtest' }).click()
    const opening = page.getByRole('button', { name: 'Open S05 · BTCUSDT · 1m · 2025-01-04 … 2025-01-05' })
    await opening.click({ timeout: JOB_MS })
    await page.getByRole('img', { name: /^Equity, buy and hold, and drawdown/ }).waitFor()
    await page.getByRole('definition').filter({ hasText: 'fewer than 30 days' }).first().waitFor()
    await page.getByText(/plimsoll backtest --repeat run_[0-9a-f]{12}$/).waitFor()
  })

  it('compares runs, and lists them', async () => {
    const { page } = await stage.visit('/research')
    const runs = page.getByRole('region', { name: 'Runs', exact: true })
    const selected = await runs.getByRole('checkbox').first().getAttribute('aria-label')
    const runId = selected?.replace('Select ', '')
    await page.goto(`${stage.server.platform.url}/research?tab=compare&a=${runId}&b=${runId}`)
    await page.getByText('nothing', { exact: true }).waitFor()
  })

  it('starts a search, and cancels it', async () => {
    const { page } = await stage.visit('/research')
    await page.getByLabel('Kind').selectOption('Search')
    await page.getByLabel('Strategy', { exact: true }).selectOption('S05')
    await page.getByRole('button', { name: 'Start search' }).click()
    await page.getByRole('button', { name: /^Cancel S05/ }).click()
    await page.getByText('CANCELED').waitFor()
  })

  it('gives the reason why a job is refused', async () => {
    const { page } = await stage.visit('/research')
    await page.getByLabel('From', { exact: true }).fill('2025-01-01')
    await page.getByRole('button', { name: 'Start backtest' }).click()
    await page
      .getByRole('alert')
      .getByText(/^Candles of BTCUSDT begin on 2025-01-01/)
      .waitFor()
  })

  it('lets a VIEWER read but start nothing', async () => {
    const username = `viewer-${randomUUID().slice(0, 8)}`
    await stage.server.platform.identity.addUser({ username, roles: ['VIEWER'], tier: 'STANDARD', password: PASSWORD })
    const { page } = await stage.enter(username)
    await page.goto(`${stage.server.platform.url}/research`)
    await page.getByRole('region', { name: 'Runs', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0)
  })

  it.each(everyNth(APPEARANCES, 2))(
    'is accessible in $colorScheme, and calls only declared routes',
    async (appearance) => {
      const { page, calls, foreign, refused, failures } = await stage.visit('/research', appearance)
      await page.getByRole('region', { name: 'Runs', exact: true }).waitFor()
      await expectWell(page)
      await openTab(page, 'Run')
      await page.getByRole('img', { name: /^Equity, buy and hold, and drawdown/ }).waitFor()
      await page.getByRole('region', { name: 'Returns by month' }).waitFor()
      await expectWell(page)
      await openTab(page, 'Data')
      await page.getByText('plimsoll data download').waitFor()
      await expectWell(page)
      expect([findUndeclared(calls), foreign, refused, failures]).toEqual([[], [], [], []])
    },
  )
})
