import { startTransition, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAccount } from '../account/use-account.ts'
import { Keyboard } from '../keyboard/keyboard.tsx'
import { readView } from '../market/place.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { whenIdle } from '../other-scripts.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Notices } from '../ui/notices.tsx'
import { Bar } from './bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import type { ControlRequests } from './control-requests.ts'
import { ModeFrame } from './mode-frame.tsx'
import { Navigation } from './navigation.tsx'
import { PauseNotice } from './pause-notice.tsx'
import { Screens } from './screens.tsx'
import { StopNotice } from './stop-notice.tsx'
import { StopPanel } from './stop-panel.tsx'
import { Tab } from './tab.tsx'

/** Layout around every screen: top bar, notices, navigation unless one panel has the window, and emergency stop. */
export const Shell = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), [])
  const [requests, setRequests] = useState<ControlRequests>({})
  const [params] = useSearchParams()
  const isPanel = readView(params) !== undefined
  return (
    <ModeFrame>
      <Notices>
        <Keyboard>
          <Tab />
          <a href="#screen" className="sr-only focus:not-sr-only">
            {t('Skip to content')}
          </a>
          <header className="sticky top-0 z-20 border-b border-line bg-raised">
            <Bar onRequest={(news) => setRequests((before) => ({ ...before, ...news }))} onLogOut={onLogOut} />
            <ConnectionBanner />
            <StopNotice request={requests.stop} onForget={() => setRequests(({ stop: _, ...rest }) => rest)} />
          </header>
          <div className="flex min-h-0 grow">
            {!isPanel && <Navigation onLogOut={onLogOut} />}
            <div
              className={`flex min-w-0 grow flex-col has-data-desk:overflow-y-auto ${isPanel ? '' : 'max-sm:pb-14'}`}
            >
              {isIdle && !isPanel && <PriceAlertWatch />}
              {isIdle && !isPanel && <EventAlarms />}
              <PasswordNotice />
              <PauseNotice request={requests.pause} />
              <StopPanel request={requests.stop} />
              <main
                id="screen"
                className="mx-auto w-full max-w-7xl p-4 min-[120rem]:max-w-[104rem] min-[150rem]:max-w-[136rem] max-sm:p-3 has-data-wide:flex has-data-wide:max-w-none has-data-wide:grow has-data-wide:flex-col has-data-wide:p-0 group-data-[stale=true]:hatched"
              >
                <Screens />
              </main>
            </div>
          </div>
        </Keyboard>
      </Notices>
    </ModeFrame>
  )
}

const PriceAlertWatch = lazyComponent(
  async () => (await import('../price-alerts/price-alert-watch.tsx')).PriceAlertWatch,
  { fallback: null },
)
const EventAlarms = lazyComponent(async () => (await import('../events/event-alarms.tsx')).EventAlarms, {
  fallback: null,
})

/** Notice that the generated password is still in use, until it is changed. */
const PasswordNotice = () => {
  const { user } = useSignedIn()
  const { data: account } = useAccount(user.mustChangePassword)
  if (!user.mustChangePassword || account?.mustChangePassword === false) return null
  return (
    <p role="status" className="border-b border-line bg-raised px-4 py-2 text-warn">
      {rich('Your password was generated. <link>Change it under Account</link>.', {
        link: (text) => (
          <Link href="/account" className="underline">
            {text}
          </Link>
        ),
      })}
    </p>
  )
}
