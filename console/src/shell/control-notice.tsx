import { Problem } from '../session/problem.tsx'
import type { Asked } from './asked.ts'

const TITLES = {
  stop: 'The stop was not confirmed. On the host `plimsoll stop` does the same, without the console.',
  pause: 'The pause was not confirmed.',
} as const

/** What came of what was asked, unless the stop panel tells it. */
export const ControlNotice = ({ asked }: { readonly asked: Asked | undefined }) => {
  if (asked?.name === 'failed') {
    return (
      <div className="px-4 pt-3">
        <Problem title={TITLES[asked.what]} error={asked.error} />
      </div>
    )
  }
  if (asked?.what !== 'pause' || asked.name !== 'answered') return null
  const { state, changed, entriesCancelled } = asked.result
  const { confirmed, attempted } = entriesCancelled
  return (
    <p role="status" className="border-b border-line bg-raised px-4 py-2">
      {changed ? 'Autotrading is paused' : 'Nothing had to be changed'}: {state}. Resting entries taken back:{' '}
      {confirmed} of {attempted}. It goes on with <code>plimsoll resume</code> on the host.
    </p>
  )
}
