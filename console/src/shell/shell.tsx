import { useState } from 'react'
import { Keyboard } from '../keyboard/keyboard.tsx'
import { Notices } from '../ui/notices.tsx'
import type { Asked } from './asked.ts'
import { Bar } from './bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ModeFrame } from './mode-frame.tsx'
import { Navigation } from './navigation.tsx'
import { PasswordNotice } from './password-notice.tsx'
import { PauseNotice } from './pause-notice.tsx'
import { Screens } from './screens.tsx'
import { StopNotice } from './stop-notice.tsx'
import { StopPanel } from './stop-panel.tsx'
import { Tab } from './tab.tsx'

/** What is around every screen: how things stand, the way elsewhere, and the stop. */
export const Shell = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const [asked, setAsked] = useState<Asked>({})
  return (
    <ModeFrame>
      <Notices>
        <Keyboard>
          <Tab />
          <a href="#screen" className="sr-only focus:not-sr-only">
            To the screen
          </a>
          <header className="sticky top-0 z-10 border-b border-line bg-raised">
            <Bar onAsked={(news) => setAsked((before) => ({ ...before, ...news }))} />
            <ConnectionBanner />
            <StopNotice asked={asked.stop} onForget={() => setAsked(({ stop: _, ...rest }) => rest)} />
          </header>
          <Navigation onLogOut={onLogOut} />
          <PasswordNotice />
          <PauseNotice asked={asked.pause} />
          <StopPanel asked={asked.stop} />
          <main
            id="screen"
            className="mx-auto w-full max-w-7xl p-4 has-data-wide:max-w-none group-data-[stale=true]:hatched"
          >
            <Screens />
          </main>
        </Keyboard>
      </Notices>
    </ModeFrame>
  )
}
