/** Account that this tab shows, where the server serves several. Every tab has its own. */

const CHOSEN = 'plimsoll.account'

/** Returns the account chosen in this tab; undefined for the first one of the server. */
export const recallAccount = (): string | undefined => {
  try {
    return sessionStorage.getItem(CHOSEN) ?? undefined
  } catch {
    return undefined
  }
}

/** Shows another account: the page is loaded again, so that nothing of the one before remains on it. */
export const chooseAccount = (account: string): void => {
  sessionStorage.setItem(CHOSEN, account)
  location.reload()
}
