/** Fallback of a browser without storage: it lasts as long as the page. */
const here = new Map<string, string>()

/** Returns the value that this browser stores under a name; null without one. */
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

export const forget = (name: string): void => {
  here.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {}
}
