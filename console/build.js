import { createRequire } from 'node:module'

/** Builds `dist` with the development packages. Does nothing without them, for example after `npm ci --omit=dev`. */
const findTools = () => {
  try {
    return process.features.typescript && createRequire(import.meta.url).resolve('vite')
  } catch {
    return false
  }
}

if (findTools()) {
  const { buildConsole } = await import('./build/build-console.ts')
  await buildConsole(process.env.SOURCE_DATE_EPOCH)
} else {
  console.error('The console is not built: Vite is not installed, or this Node does not run TypeScript.')
}
