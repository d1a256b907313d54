import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest begins first, so that nothing is waited for at the end; tests that work alternate with tests that wait. */
const LONG_FOLDERS = [
  /\/test\/process\//,
  /\/test\/console\//,
  /\/test\/(autotrading|security|simulation|monitor|ccxt-market|docs|http)\//,
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = LONG_FOLDERS.map((pattern) => sorted.filter(({ moduleId }) => pattern.test(moduleId)))
    const length = Math.max(...groups.map((group) => group.length))
    const mixed = Array.from({ length }, (_, nth) => groups.flatMap((group) => group[nth] ?? [])).flat()
    return [...mixed, ...sorted.filter((file) => !mixed.includes(file))]
  }
}

/** Whole programs that are killed, cut off and started again many times: `npm run test:long`. */
const LONG_TESTS = '**/*.long.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'short', include: ['**/*.test.ts'], exclude: ['**/node_modules/**', LONG_TESTS] },
      },
      {
        extends: true,
        // Each starts several programs, which starve each other when there are more.
        test: { name: 'long', include: [LONG_TESTS], maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
    globalSetup: 'test/support/carried-chromium.ts',
    // A busy machine takes several times as long; only what never happens is to fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The files of a worker share its modules, which keep nothing of their own: to load them anew for each takes longer than most tests.
    isolate: false,
    // Node runs the sources as they are: their transformation took a sixth of all work, and slowed what ran.
    experimental: { viteModuleRunner: false },
    // Tests of whole programs mostly wait, so there are more than two for each of two cores.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
})
