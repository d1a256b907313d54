import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

/**
 * Checks all imports against the layer rules of `.dependency-cruiser.cjs`; fails on a violation, or when no module was
 * found.
 */
const options = await extractDepcruiseOptions('./.dependency-cruiser.cjs')
const FOLDERS = [
  'bin',
  'contract',
  'server',
  'venue',
  'client/src',
  'client/examples',
  'console/src',
  'console/build',
  'docs/site',
]
const { output } = await cruise(FOLDERS, options, undefined, { tsConfig: extractTsConfig('./tsconfig.json') })
const { summary } = output as ICruiseResult
const cruised = summary.totalCruised
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
console.error(`${cruised} modules, ${summary.violations.length} violations`)
process.exitCode = cruised > 0 && summary.violations.length === 0 ? 0 : 1
