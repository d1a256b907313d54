import { Choice } from '../ui/choice.tsx'
import type { Run } from './types.ts'

/** Select for one of the stored runs. */
export const RunChoice = ({ label, runs, value, onChoose }: Choosing) => (
  <Choice
    label={label}
    value={value}
    choices={{
      ...(runs.every(({ runId }) => runId !== value) && { [value]: value }),
      ...Object.fromEntries(runs.map((run) => [run.runId, describeRun(run)])),
    }}
    onChoose={onChoose}
    look="quiet-button w-full max-w-md px-1 text-sm font-normal"
  />
)

interface Choosing {
  readonly label: string
  readonly runs: readonly Run[]
  readonly value: string
  readonly onChoose: (runId: string) => void
}

const describeRun = ({ strategyId, symbols, timeframes, runId }: Run): string =>
  `${strategyId} ${symbols.join(', ')} ${timeframes.join(', ')} · ${runId}`
