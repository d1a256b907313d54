import { type ReactNode, useMemo, useState } from 'react'
import { fetchPartScripts } from '../other-scripts.ts'
import { SignedInProvider, useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import type { AccountOfTab } from './accounts.ts'
import { recallAccount } from './chosen-account.ts'

/**
 * Limits the content to the account of this tab: its roles are those of the user. The accounts are requested only from
 * a fleet, or in a tab that has chosen one.
 */
export const AccountScope = ({ children }: { readonly children: ReactNode }) => {
  const signedIn = useSignedIn()
  const [scope, setScope] = useState<AccountOfTab>()
  const scoped = useMemo(() => {
    if (!scope) return signedIn
    const { roles, ...account } = scope
    return { ...signedIn, ...account, user: { ...signedIn.user, roles: [...roles] } }
  }, [signedIn, scope])
  return (
    <SignedInProvider value={scoped}>
      {children}
      {(signedIn.inFleet || recallAccount() !== undefined) && <AccountWatch onAccount={setScope} />}
    </SignedInProvider>
  )
}

const AccountWatch = lazyComponent(async () => (await import('./fleet-accounts.tsx')).AccountWatch, {
  fallback: null,
  fetch: () => fetchPartScripts('accounts'),
})
