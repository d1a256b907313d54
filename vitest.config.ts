import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whole programs take longest: begun first, none of them is waited for at the end. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProgram = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/test/process/'))
    return (await super.sort(files)).toSorted((one, other) => isProgram(other) - isProgram(one))
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'test/support/carried-chromium.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The files of a worker share its modules, which keep nothing of their own: to load them anew for each takes longer than most tests.
    isolate: false,
    // Tests of whole programs mostly wait, so there is more than one for each of two cores.
    maxWorkers: 3,
    sequence: { sequencer: ProgramsFirst },
  },
})
