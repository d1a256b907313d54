import { createRequire } from 'node:module'

/** Builds `dist` with the tools of the repository; where there are none, as after `npm ci --omit=dev`, there is nothing to do. */
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
