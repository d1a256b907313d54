/** Hook that submits a form, with its progress and its error. */

import { useState } from 'react'

/** State of a form submission. `error` is null unless the last attempt failed. */
export interface Submit {
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: (work: () => Promise<void>) => void
}

export const useSubmit = (): Submit => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = (work: () => Promise<void>): void => {
    setBusy(true)
    setError(null)
    work()
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return { isBusy, error, send }
}
