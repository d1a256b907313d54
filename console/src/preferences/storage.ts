/** What a browser that keeps nothing for us would have kept: it lasts as long as the page. */
const here = new Map<string, string>()

/** What this browser keeps under a name; null where there is nothing. */
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
