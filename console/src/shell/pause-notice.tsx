import type { components } from '@plimsoll/client'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Problem } from '../ui/problem.tsx'
import type { ControlRequests } from './control-requests.ts'

/** Notice with the result of a pause requested in this browser. */
export const PauseNotice = ({ request }: { readonly request: ControlRequests['pause'] }) => {
  if (request?.name === 'answered') return <Answered paused={request.result} />
  if (request?.name !== 'failed') return null
  return (
    <div className="px-4 pt-3">
      <Problem title={t('The pause was not confirmed')} error={request.error} />
    </div>
  )
}

type Paused = components['schemas']['PauseResult']

/** Acknowledgement displayed until autotrading changes state. */
const Answered = ({ paused }: { readonly paused: Paused }) => {
  const status = useChannel('autotrading.status')?.data
  const { state, changed, effectiveAt, entriesCancelled } = paused
  const { confirmed, attempted } = entriesCancelled
  if (status && Date.parse(status.stateSince) > Date.parse(effectiveAt)) return null
  return (
    <p role="status" className="border-b border-line bg-raised px-4 py-2">
      {rich(
        '{changed}: {state}. Resting entries cancelled: {confirmed} of {attempted}. To resume, run {code} on the host.',
        {
          changed: changed ? t('Autotrading is paused') : t('No change needed'),
          state,
          confirmed,
          attempted,
          code: <code>plimsoll resume</code>,
        },
      )}
    </p>
  )
}
