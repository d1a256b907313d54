import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Alerts } from './alerts.tsx'
import type { OnControlRequest } from './control-requests.ts'
import { DataAge } from './data-age.tsx'
import { EmergencyStop } from './emergency-stop.tsx'
import { EngineState } from './engine-state.tsx'
import { EquityNow } from './equity-now.tsx'
import { ModeBadge } from './mode-badge.tsx'
import { PauseButton } from './pause-button.tsx'

/** Top bar: the essential state for an operator within two seconds, and the emergency stop. */
export const Bar = ({ onRequest }: { readonly onRequest: OnControlRequest }) => {
  const { user } = useSignedIn()
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:gap-x-3 px-4 py-2">
      <ModeBadge />
      <EngineState />
      <DataAge />
      <div className="flex grow items-center justify-end gap-2 max-sm:order-last max-sm:basis-full">
        <Alerts />
        {isVisible('PauseButton', user.roles) && <PauseButton onRequest={onRequest} />}
        {isVisible('EmergencyStop', user.roles) && <EmergencyStop onRequest={onRequest} />}
      </div>
      <EquityNow />
    </div>
  )
}
