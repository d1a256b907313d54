import chromium from '@sparticuz/chromium'

/** A program: the package goes by its environment in where it unpacks, and in whether the libraries come along. */
await chromium.executablePath()
