/** React context of the signed-in user: API client, live data, and query cache. */

import { createContext, useContext } from 'react'
import type { SignedIn } from './session.ts'

/** Returns the signed-in user's resources; only components for signed-in users may call it. */
export const useSignedIn = (): SignedIn => {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('Invariant: no user is signed in')
  return signedIn
}

const SignedInContext = createContext<SignedIn | undefined>(undefined)

export const SignedInProvider = SignedInContext.Provider
