import { useSyncExternalStore } from 'react'
import { LogIn } from './session/log-in.tsx'
import type { Session } from './session/session.ts'
import { SignedInProvider } from './session/signed-in.ts'
import { Shell } from './shell/shell.tsx'

/** The console: the door, or what is behind it. */
export const App = ({ session }: { readonly session: Session }) => {
  const state = useSyncExternalStore(session.subscribe, () => session.state)
  if (state.name === 'restoring')
    return (
      <p role="status" className="p-6 text-muted">
        Opening the console …
      </p>
    )
  if (state.name === 'signedOut') return <LogIn ended={state.ended} onLogIn={session.logIn} />
  return (
    <SignedInProvider value={state}>
      <Shell onLogOut={session.logOut} />
    </SignedInProvider>
  )
}
