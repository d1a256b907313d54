import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { byWhom } from '../figures/by-whom.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import type { ControlRequests } from './control-requests.ts'
import { isAfter } from './stop-news.ts'
import { describeSteps } from './stop-steps.ts'

/** Panel with the progress of the emergency stop, step by step, while it is engaged. */
export const StopPanel = ({ request }: { readonly request: ControlRequests['stop'] }) => {
  const { user } = useSignedIn()
  const status = useChannel('autotrading.status')?.data
  const answered = request?.name === 'answered' ? request.result : undefined
  const stop = status?.stop ?? (answered && isAfter(answered, status) ? answered : undefined)
  if (!stop) return null
  return <Stopped stop={stop} by={status?.state === 'HALTED' ? byWhom(status.changedBy, user.username) : undefined} />
}

type StopResult = components['schemas']['StopResult']

const COLOURS: Readonly<Record<string, string>> = { DONE: 'text-good', FAILED: 'text-bad' }

interface Stopping {
  readonly stop: StopResult
  /** Undefined while unknown. */
  readonly by: string | undefined
}

const Stopped = ({ stop, by }: Stopping) => {
  const steps = describeSteps(stop)
  const isDone = steps.every(({ status }) => status === 'DONE')
  return (
    <section
      aria-label={t('Emergency stop')}
      className="border-b-2 border-stop bg-raised px-4 py-3 max-sm:py-2 max-sm:text-sm group-data-[stale=true]:aged"
    >
      <h2 className="text-lg font-bold text-bad max-sm:text-base">
        {rich('EMERGENCY STOP: {span}', { span: <span role="status">{stop.phase}</span> })}
      </h2>
      <p className="[overflow-wrap:anywhere]">
        {by !== undefined && t('By {by}: ', { by })}
        {stop.reason} <Age at={stop.latchedAt} />
      </p>
      {isDone && <p className="text-good sm:hidden">{t('All {length} steps are done.', { length: steps.length })}</p>}
      <ol className={`my-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 ${isDone ? 'max-sm:hidden' : ''}`}>
        {steps.map(({ name, status, text }) => (
          <li key={name} className="flex gap-3">
            <strong className={`w-20 shrink-0 ${COLOURS[status] ?? 'text-warn'}`}>{status}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="text-muted">{rich('Clear it on the host: {code}', { code: <code>{stop.clear.via}</code> })}</p>
    </section>
  )
}
