import { createContext, useContext } from 'react'
import type { SignedIn } from './session.ts'

const SignedInContext = createContext<SignedIn | undefined>(undefined)

export const SignedInProvider = SignedInContext.Provider

/** Who is signed in; only what is shown to them may ask. */
export const useSignedIn = (): SignedIn => {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('Invariant: nobody is signed in')
  return signedIn
}
