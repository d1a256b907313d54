import { useChannel } from '../live/use-live.ts'

const COLOURS: Readonly<Record<string, string>> = { RUNNING: 'text-up', HALTED: 'text-down', STOPPED: 'text-down' }

/** Where the engine stands, and why. */
export const EngineState = () => {
  const status = useChannel('autotrading.status')
  if (!status) return null
  const { state, stateReason } = status.data
  return (
    <span title={stateReason.message} className="group-data-[stale=true]:aged">
      <span className="sr-only">Engine </span>
      <strong className={COLOURS[state] ?? 'text-warn'}>{state}</strong>
    </span>
  )
}
