import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { carriedChromium, isCarried } from './carried-chromium.ts'

/** Installed browser, or the reason why there is none. */
export type BrowserInstallation =
  | { readonly why: string }
  | { readonly why: undefined; readonly open: () => Promise<Browser> }

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags of a browser that only loads pages of this project, over the loopback. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the configured browser, otherwise the bundled one, which is the same everywhere, otherwise an installed one.
 */
export const findBrowser = (): BrowserInstallation =>
  isCarried
    ? { why: undefined, open: async () => chromium.launch({ ...(await carriedChromium()), args: FLAGS }) }
    : findInstalled()

/** Returns an installed browser, which has desktop fonts for screenshots, otherwise the bundled one. */
export const findForScreenshots = (): BrowserInstallation => {
  const installed = findInstalled()
  return installed.why === undefined ? installed : findBrowser()
}

/** Returns the configured browser, otherwise an installed one. */
const findInstalled = (): BrowserInstallation => {
  const executablePath = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path))
  if (!executablePath) return { why: 'no Chrome or Chromium is installed here, and CHROMIUM_PATH names none' }
  return { why: undefined, open: () => chromium.launch({ executablePath, args: FLAGS }) }
}
