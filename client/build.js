import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds `dist` with the compiler of the repository; where there is none, as after `npm ci --omit=dev`, there is nothing to do. */
const findCompiler = () => {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript-native/package.json')
    return join(dirname(manifest), 'bin/tsc')
  } catch {
    return undefined
  }
}

const compiler = findCompiler()
if (compiler) {
  const project = fileURLToPath(new URL('.', import.meta.url))
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.error('@plimsoll/client is not built: TypeScript is not installed.')
}
