import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** A browser that can be opened, or why there is none. */
export type FoundBrowser = { readonly why: string } | { readonly why: undefined; readonly open: () => Promise<Browser> }

const INSTALLED = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** It is fed pages of ours alone, over the loopback. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium that is installed. */
export const findBrowser = (): FoundBrowser => {
  const installed = INSTALLED.find((path) => path !== undefined && existsSync(path))
  if (installed === undefined) return { why: 'no Chromium is installed; CHROMIUM_PATH names one' }
  return { why: undefined, open: () => chromium.launch({ executablePath: installed, args: FLAGS }) }
}
