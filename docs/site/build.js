import { createRequire } from 'node:module'

/**
 * Command that builds the documentation site into `docs/dist`. Without the development packages, for example after `npm
 * ci --omit=dev`, it does nothing.
 */
const findTools = () => {
  try {
    return process.features.typescript && createRequire(import.meta.url).resolve('marked')
  } catch {
    return false
  }
}

if (findTools()) {
  const { buildSite } = await import('./build-site.ts')
  const { highlight } = await import('./highlight.js')
  const faults = await buildSite(highlight)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} else {
  console.error('The documentation is not built: marked is not installed, or this Node does not run TypeScript.')
}
