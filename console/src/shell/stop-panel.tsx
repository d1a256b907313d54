import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { useChannel } from '../live/use-live.ts'
import type { Asked } from './asked.ts'
import { stepsOf } from './stop-steps.ts'

type StopResult = components['schemas']['StopResult']

const COLOURS: Readonly<Record<string, string>> = { DONE: 'text-up', FAILED: 'text-down' }

/** How far the emergency stop has come, step by step, for as long as it is engaged. */
export const StopPanel = ({ asked }: { readonly asked: Asked | undefined }) => {
  const status = useChannel('autotrading.status')?.data
  const answered = asked?.what === 'stop' && asked.name === 'answered' ? asked.result : undefined
  const isNewer = answered !== undefined && !(status && Date.parse(status.asOf) > Date.parse(answered.latchedAt))
  const stop = status?.stop ?? (isNewer ? answered : undefined)
  if (stop) return <Stopped stop={stop} />
  if (asked?.what !== 'stop' || asked.name !== 'waiting') return null
  return (
    <p role="status" className="bg-stop px-4 py-3 font-semibold text-white">
      EMERGENCY STOP requested …
    </p>
  )
}

const Stopped = ({ stop }: { readonly stop: StopResult }) => (
  <section aria-label="Emergency stop" className="border-b-2 border-stop bg-raised px-4 py-3">
    <h2 className="text-lg font-bold text-down">
      EMERGENCY STOP: <span role="status">{stop.phase}</span>
    </h2>
    <p>
      {stop.reason} <Age at={stop.latchedAt} />
    </p>
    <ol className="my-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
      {stepsOf(stop).map(({ name, status, text }) => (
        <li key={name} className="flex gap-3">
          <strong className={`w-20 shrink-0 ${COLOURS[status] ?? 'text-warn'}`}>{status}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
    <p className="text-muted">
      Only the host lets go of it: <code>{stop.clear.via}</code>
    </p>
  </section>
)
