import { useState } from 'react'
import { Link, Route, Switch } from 'wouter'
import { SCREEN_VIEWS } from '../screen-views.tsx'
import { isShown, SCREENS } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { Asked } from './asked.ts'
import { Bar } from './bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ControlNotice } from './control-notice.tsx'
import { ModeFrame } from './mode-frame.tsx'
import { Navigation } from './navigation.tsx'
import { StopPanel } from './stop-panel.tsx'

/** What is around every screen: how things stand, the way elsewhere, and the stop. */
export const Shell = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const { user } = useSignedIn()
  const [asked, setAsked] = useState<Asked>()
  return (
    <ModeFrame>
      <a href="#screen" className="sr-only focus:not-sr-only">
        To the screen
      </a>
      <Bar onAsked={setAsked} />
      <Navigation onLogOut={onLogOut} />
      <ConnectionBanner />
      <ControlNotice asked={asked} />
      <StopPanel asked={asked} />
      <main id="screen" className="mx-auto w-full max-w-7xl p-4 group-data-[stale=true]:aged">
        <Switch>
          {SCREENS.filter(({ component }) => isShown(component, user.roles)).map(({ path, component }) => (
            <Route key={path} path={path} component={SCREEN_VIEWS[component]} />
          ))}
          <Route>
            <p>
              Nothing is here. <Link href="/">Overview</Link>
            </p>
          </Route>
        </Switch>
      </main>
    </ModeFrame>
  )
}
