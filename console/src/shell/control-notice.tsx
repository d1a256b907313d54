import type { components } from '@plimsoll/client'
import { useChannel } from '../live/use-live.ts'
import { Problem } from '../ui/problem.tsx'
import type { Asked } from './asked.ts'

type Paused = components['schemas']['PauseResult']

/** What came of what was asked, unless the stop panel tells it. */
export const ControlNotice = ({ asked: { stop, pause } }: { readonly asked: Asked }) => (
  <>
    {stop?.name === 'failed' && (
      <div className="px-4 pt-3">
        <Problem title="The stop was not confirmed" error={stop.error} />
        <p className="mt-2">
          On the host <code>plimsoll stop</code> does the same, without the console.
        </p>
      </div>
    )}
    {pause?.name === 'failed' && (
      <div className="px-4 pt-3">
        <Problem title="The pause was not confirmed" error={pause.error} />
      </div>
    )}
    {pause?.name === 'answered' && <PauseNotice paused={pause.result} />}
  </>
)

/** Until autotrading is in another state. */
const PauseNotice = ({ paused }: { readonly paused: Paused }) => {
  const status = useChannel('autotrading.status')?.data
  const { state, changed, effectiveAt, entriesCancelled } = paused
  const { confirmed, attempted } = entriesCancelled
  if (status && Date.parse(status.stateSince) > Date.parse(effectiveAt)) return null
  return (
    <p role="status" className="border-b border-line bg-raised px-4 py-2">
      {changed ? 'Autotrading is paused' : 'Nothing had to be changed'}: {state}. Resting entries taken back:{' '}
      {confirmed} of {attempted}. It goes on with <code>plimsoll resume</code> on the host.
    </p>
  )
}
