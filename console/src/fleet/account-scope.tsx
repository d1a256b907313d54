import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Role } from '../../../contract/roles.ts'
import { SignedInProvider, useSignedIn } from '../session/signed-in.ts'

/** The account of a tab, undefined where there is only one, and the roles of the user on it. */
export interface AccountOfTab {
  readonly account?: string
  readonly roles: readonly Role[]
}

/** Limits the content to the account of this tab: its roles are those of the user. */
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
      <Suspense>
        <AccountWatch onAccount={setScope} />
      </Suspense>
    </SignedInProvider>
  )
}

const AccountWatch = lazy(async () => ({ default: (await import('./fleet-accounts.tsx')).AccountWatch }))
