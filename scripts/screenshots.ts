import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { SCREENS, type Screen } from '../console/src/screens.ts'
import { findForScreenshots } from '../test/support/browser.ts'
import { startPaperServer } from './paper-history.ts'

/**
 * Takes the screenshots of the console for the documentation from a running paper server: all of them, or the screens
 * named as arguments.
 */
const FOLDER = 'docs/screenshots'
const DESKTOP = { width: 1440, height: 900 }
const ULTRAWIDE = { width: 2560, height: 1080 }
const PHONE = { width: 390, height: 844 }
const APPEARANCES = {
  light: { colorScheme: 'light', viewport: DESKTOP },
  dark: { colorScheme: 'dark', viewport: DESKTOP },
  wide: { colorScheme: 'dark', viewport: ULTRAWIDE },
  narrow: { colorScheme: 'dark', viewport: PHONE },
} as const
const SCREENSHOTS: readonly (readonly [component: Screen['component'], appearance: keyof typeof APPEARANCES])[] = [
  ['Overview', 'light'],
  ['Market', 'light'],
  ['Market', 'dark'],
  ['Market', 'wide'],
  ['Market', 'narrow'],
  ['Positions', 'narrow'],
  ['Autotrading', 'dark'],
  ['Monitor', 'dark'],
]

/** Time for stream data to arrive and a chart to be drawn. */
const SETTLED_MS = 2_000

/** Indicators of the chart in the pictures. */
const CHART = JSON.stringify({ shape: 'candles', isLog: false, indicators: ['EMA 21', 'EMA 50', 'VWAP', 'RSI 14'] })

const main = async (names: readonly string[]): Promise<void> => {
  const screenshots = SCREENSHOTS.filter(([component]) => names.length === 0 || names.includes(component.toLowerCase()))
  const installation = findForScreenshots()
  if (installation.why !== undefined) throw new Error(installation.why)
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-pictures-'))
  const { platform, password } = await startPaperServer(dataDir)
  const browser = await installation.open()
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    await page.addInitScript(`localStorage.setItem('plimsoll.chart-look', ${JSON.stringify(CHART)})`)
    await logIn(page, platform.url, password)
    for (const [component, appearance] of screenshots) await takeScreenshot(page, { component, appearance })
  } finally {
    await browser.close()
    await platform.close()
    rmSync(dataDir, { recursive: true })
  }
}

const logIn = async (page: Page, url: string, password: string): Promise<void> => {
  await page.goto(url)
  await page.getByLabel('User').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('banner').getByText('LIVE', { exact: true }).waitFor()
}

interface Screenshot {
  readonly component: Screen['component']
  readonly appearance: keyof typeof APPEARANCES
}

const takeScreenshot = async (page: Page, { component, appearance }: Screenshot): Promise<void> => {
  const { colorScheme, viewport } = APPEARANCES[appearance]
  const screen = SCREENS.find((known) => known.component === component)
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
  await page.getByRole('navigation').locator(`a[href="${screen?.path}"]`).first().click()
  await page.mouse.move(0, 0)
  await setTimeout(SETTLED_MS)
  await page.screenshot({ path: join(FOLDER, `${component.toLowerCase()}-${appearance}.png`) })
}

mkdirSync(FOLDER, { recursive: true })
await main(process.argv.slice(2))
