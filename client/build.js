import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Builds `dist` with the compiler of the repository; where there is none, as after `npm ci --omit=dev`, there is nothing to do. */
const findCompiler = () => {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
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
