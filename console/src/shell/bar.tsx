import { ChevronDown } from 'lucide-react'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { fetchPartScripts } from '../other-scripts.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Alerts } from './alerts.tsx'
import type { OnControlRequest } from './control-requests.ts'
import { DataAge } from './data-age.tsx'
import { EmergencyStop } from './emergency-stop.tsx'
import { EquityNow } from './equity-now.tsx'
import { Menu } from './menu.tsx'
import { ModeBadge } from './mode-badge.tsx'
import { PauseButton } from './pause-button.tsx'

const AccountSwitch = lazyComponent(async () => (await import('../fleet/fleet-accounts.tsx')).AccountSwitch, {
  fallback: null,
  fetch: () => fetchPartScripts('accounts'),
})

/** Top bar: the state an operator needs at a glance, the alerts, and the buttons to pause and stop the engine. */
export const Bar = ({ onRequest, onLogOut }: BarProps) => {
  const { user, account } = useSignedIn()
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-6 gap-y-1 px-3 py-1.5 max-sm:gap-x-1.5 max-sm:px-1.5">
      {account !== undefined && (
        <div className="max-sm:hidden">
          <AccountSwitch account={account} />
        </div>
      )}
      <ModeBadge />
      <div className="grid leading-tight">
        <EngineState />
        <DataAge />
      </div>
      <EquityNow />
      <div className="flex grow items-center justify-end gap-2 max-sm:gap-1.5">
        <Alerts />
        {isVisible('PauseButton', user.roles) && <PauseButton onRequest={onRequest} />}
        {isVisible('EmergencyStop', user.roles) && <EmergencyStop onRequest={onRequest} />}
        <div className="max-sm:hidden">
          <Menu
            button={
              <span className="flex items-center gap-1">
                {user.username} <ChevronDown aria-hidden="true" className="size-4" />
              </span>
            }
            onLogOut={onLogOut}
          />
        </div>
      </div>
    </div>
  )
}

interface BarProps {
  readonly onRequest: OnControlRequest
  readonly onLogOut: () => Promise<void>
}

/** State of the engine in the top bar, with its cause as a tooltip. */
const EngineState = () => {
  const status = useChannel('autotrading.status')
  if (!status) return <span className="min-h-4 w-16" />
  const { state, stateReason } = status.data
  return (
    <span title={stateReason.message} className="text-sm max-sm:text-xs group-data-[stale=true]:aged">
      <span className="sr-only">{t('Engine')} </span>
      <strong className={engineStateColour(state)}>{state}</strong>
    </span>
  )
}
