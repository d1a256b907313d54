import chromium from '@sparticuz/chromium'

/** Program that unpacks Chromium; environment variables select the target folder and whether libraries are included. */
await chromium.executablePath()
