import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import project from '../../package.json' with { type: 'json' }

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
const UNPACKED = join(CACHE, `chromium-${project.devDependencies['@sparticuz/chromium']}`)
const UNPACK = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))

/**
 * Font configuration. The package expects its fonts at the path of a cloud function. Without any font Chromium draws no
 * text, then crashes.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`

/** True when the Chromium from `npm ci` is the browser here: it runs on Linux x64, and no other one was configured. */
export const isCarried = process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM_PATH

/**
 * Returns the launch settings of the Chromium from `npm ci`, with its own libraries and fonts. It is unpacked on first
 * use.
 */
export const carriedChromium = async () => {
  if (!existsSync(UNPACKED)) await unpack()
  const env = {
    ...process.env,
    FONTCONFIG_PATH: join(UNPACKED, 'fonts'),
    LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'),
  }
  return { executablePath: join(UNPACKED, 'chromium'), env }
}

/** Unpacks Chromium before all tests, so that no test waits for it. */
export const setup = async (): Promise<void> => {
  if (isCarried) await carriedChromium()
}

/** Unpacks atomically; of several concurrent callers, the first one wins. */
const unpack = async (): Promise<void> => {
  await mkdir(CACHE, { recursive: true })
  const aside = await mkdtemp(`${UNPACKED}-`)
  try {
    const env = { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
    await promisify(execFile)(process.execPath, [UNPACK], { env })
    await writeFile(join(aside, 'fonts', 'fonts.conf'), FONTS)
    await rename(aside, UNPACKED)
  } catch (error) {
    if (!existsSync(UNPACKED)) throw error
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
