import { engineStateColour } from '../figures/engine-state-colour.ts'
import { useChannel } from '../live/use-live.ts'

/** State of the engine in the top bar, with its cause as a tooltip. */
export const EngineState = () => {
  const status = useChannel('autotrading.status')
  if (!status) return <span className="min-h-4 w-16" />
  const { state, stateReason } = status.data
  return (
    <span title={stateReason.message} className="text-sm max-sm:text-xs group-data-[stale=true]:aged">
      <span className="sr-only">Engine </span>
      <strong className={engineStateColour(state)}>{state}</strong>
    </span>
  )
}
