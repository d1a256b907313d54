import { QueryClientProvider } from '@tanstack/react-query'
import { useDeferredValue, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { AccountScope } from './fleet/account-scope.tsx'
import { BrokenPage } from './session/broken-page.tsx'
import { LogIn } from './session/log-in.tsx'
import { LogoutPage } from './session/logout-page.tsx'
import { RestorePage } from './session/restore-page.tsx'
import type { Session } from './session/session.ts'
import { SignedInProvider } from './session/signed-in.ts'
import { Shell } from './shell/shell.tsx'

/**
 * Root of the console: the login form, the application, or the pages for restoring a session and logging out. The
 * application is first rendered in small steps, between which the browser handles input.
 */
export const App = ({ session }: { readonly session: Session }) => {
  const current = useSyncExternalStore(session.subscribe, () => session.state)
  const rendered = useDeferredValue(current)
  const state = current.name === 'signedIn' ? rendered : current
  if (state.name === 'restoring')
    return <RestorePage trouble={state.trouble} onForget={session.forget} onStop={session.emergencyStop} />
  if (state.name === 'signedOut') return <LogIn ended={state.ended} onLogIn={session.logIn} />
  if (state.name === 'leaving')
    return <LogoutPage error={state.error} onAgain={session.logOut} onForget={session.forget} />
  return (
    <SignedInProvider value={state}>
      <QueryClientProvider client={state.queries}>
        <ErrorBoundary fallbackRender={({ error }) => <BrokenPage error={error} onStop={session.emergencyStop} />}>
          <AccountScope>
            <Shell onLogOut={session.logOut} />
          </AccountScope>
        </ErrorBoundary>
      </QueryClientProvider>
    </SignedInProvider>
  )
}
