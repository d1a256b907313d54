import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { HOUR_MS } from '../../server/core/instant.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import type { Position } from '../../server/domain/position/position.ts'
import { anId, aPosition } from '../support/book-samples.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { expectWell, goTo } from './watched-page.ts'

const NOW_MS = Date.now()
/** USDT in units of money. */
const USDT = 100_000_000n

/** Position that a strategy closed some hours ago, with its result before fees of 0.50 USDT. */
const aClosedPosition = (number: number, strategyId: string, result: bigint): Position => {
  const openedAtMs = NOW_MS - (number + 1) * HOUR_MS
  const traded = { quantity: lots(10), value: 600n * USDT }
  return aPosition({
    positionId: anId('pos', number),
    status: 'CLOSED',
    origin: 'AUTOTRADING',
    cause: {
      candidateId: anId('cnd', number),
      digest: 'd'.repeat(64),
      signalId: anId('sig', number),
      strategyId,
      interval: '5m',
      validUntilMs: openedAtMs + HOUR_MS,
      horizonEndMs: openedAtMs + HOUR_MS,
      netEdgeLcb: 0.0001,
    },
    quantity: lots(0),
    cost: 0n,
    entered: traded,
    exited: traded,
    realizedPnl: result,
    feesPaid: USDT / 2n,
    openedAtMs,
    updatedAtMs: openedAtMs + HOUR_MS / 2,
    closedAtMs: openedAtMs + HOUR_MS / 2,
  })
}

/** An account on which S05 lost and S03 gained. */
const POSITIONS = [
  aClosedPosition(1, 'S05', -3n * USDT),
  aClosedPosition(2, 'S05', -2n * USDT),
  aClosedPosition(3, 'S05', USDT),
  aClosedPosition(4, 'S03', 4n * USDT),
]

const APPEARANCES = [
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 }, strategyId: 'S05', loser: 'S05 MACD zero line' },
  { colorScheme: 'light', viewport: { width: 390, height: 844 }, strategyId: 'S03', loser: 'S05 MACD zero line' },
] as const

/** The tasks of somebody who has never seen the console, without documentation and by what the screens say. */
describeInBrowser('a newcomer', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  beforeAll(() => {
    const store = openEngineStore(join(dataDir, 'simulated-paper'))
    store.journal.append({ facts: [], orders: [], positions: POSITIONS })
    store.close()
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const stage = setStage({ timeframes: '1d', strategies: 'S03,S05', dataDir })

  describe.each(APPEARANCES)('at $viewport.width px', (appearance) => {
    const isPhone = appearance.viewport.width < 640
    let page: Page
    beforeAll(async () => {
      page = (await stage.visit('/', appearance)).page
      await page.getByRole('banner').getByText('LIVE').first().waitFor()
    })

    const region = (name: string): Locator => page.getByRole('region', { name, exact: true })
    const dialog = (): Locator => page.getByRole('dialog')

    it('trades with a stop in place', async () => {
      await goTo(page, 'Market')
      if (isPhone) await page.getByRole('button', { name: /^Buy/ }).click()
      await page.getByLabel('Size, BTC').fill('0.004')
      await page
        .getByRole('button', { name: /^Buy .*BTCUSDT/ })
        .last()
        .click()
      await dialog().getByText('Passes all checks').waitFor()
      await dialog().getByRole('button', { name: /^Buy/ }).click()
      await region('Last order').getByText('position VERIFIED, 100% covered').waitFor()
    })

    it('moves a stop by dragging it', async () => {
      if (isPhone) await page.getByRole('tab', { name: 'Chart' }).click()
      const stop = page.getByRole('spinbutton', { name: 'Stop of BTCUSDT LONG' })
      await stop.waitFor()
      const before = await stop.getAttribute('aria-valuenow')
      const { x, y, width, height } = (await stop.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width / 2, y + height / 2 - 10, { steps: 5 })
      await page.mouse.up()
      await dialog()
        .getByText(/% from the mark price; PnL/)
        .waitFor()
      await dialog()
        .getByRole('button', { name: /^Move the stop to / })
        .click()
      await dialog().waitFor({ state: 'detached' })
      await expect.poll(() => stop.getAttribute('aria-valuenow'), SOON).not.toBe(before)
    })

    it('finds the strategy that loses money, and why', async () => {
      await goTo(page, 'Strategies')
      const first = region('Strategies by result').getByRole('row').nth(1)
      await expect.poll(() => first.innerText(), SOON).toMatch(/MACD zero line[\s\S]*−5\.50/)
      await region(appearance.loser).waitFor()
      await region('Result')
        .getByText(
          'Lost 5.50 USDT net on 3 closed positions: 4.00 USDT before costs, and 1.50 USDT in fees and funding.',
        )
        .waitFor()
    })

    it('sees how much can still be lost today', async () => {
      const banner = page.getByRole('banner')
      const left = banner
        .locator('div')
        .filter({ hasText: /loss left/i })
        .last()
      await expect.poll(() => left.innerText(), SOON).toMatch(/loss left\s+[12]\d\d\.\d\d/i)
      await goTo(page, 'Limits')
      await page
        .getByText(/^Daily loss left: [\d.]+ .*; the open position loses another [\d.]+ USDT if its stop is hit\.$/)
        .waitFor()
    })

    it('turns a strategy off', async () => {
      const { strategyId } = appearance
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await goTo(page, 'Strategies')
      await region('Strategies by result').getByRole('row', { name: strategyId }).getByRole('link').click()
      await page.getByRole('button', { name: 'Copy: turn off' }).click()
      await page.getByText('Command copied.').first().waitFor()
      const command = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(command).toBe(`npx --no plimsoll strategies quarantine ${strategyId} --reason "loses money"`)
      const args = ['strategies', 'quarantine', strategyId, '--reason', 'loses money', '--data-dir', dataDir]
      await promisify(execFile)(process.execPath, ['bin/plimsoll.js', ...args])
      const rule = page.getByRole('region', { name: new RegExp(`^${strategyId} `) })
      await rule.getByText('no entries; its signals are still recorded').waitFor()
      await rule.getByText(`plimsoll strategies rearm ${strategyId} --reason "reviewed"`).waitFor()
      await expectWell(page)
    })
  })
})
