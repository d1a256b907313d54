/** Browser storage of preferences: reads, stores, deletes and watches strings by name, with a fallback in memory. */

/** Fallback for browsers without storage; lost when the page is closed. */
const here = new Map<string, string>()

/** Returns the value stored in this browser under a name; null if nothing is stored. */
export const recall = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return here.get(name) ?? null
  }
}

export const keep = (name: string, text: string): void => {
  here.set(name, text)
  try {
    localStorage.setItem(name, text)
  } catch {}
}

/** Stores a string that other parts of the page and other tabs follow. */
export const keepShared = (name: string, text: string): void => {
  keep(name, text)
  window.dispatchEvent(new StorageEvent('storage'))
}

/**
 * Calls the listener when a stored string may have changed, here or in another tab; returns a function that stops it.
 */
export const followStorage = (listener: () => void): (() => void) => {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

export const forget = (name: string): void => {
  here.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {}
}
