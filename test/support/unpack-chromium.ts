import chromium from '@sparticuz/chromium'

/**
 * Program that unpacks Chromium: the environment determines where the package unpacks, and whether the libraries are
 * included.
 */
await chromium.executablePath()
