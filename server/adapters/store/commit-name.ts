/** Returns the name of a store's commit, as recorded in audit entries. */
export const commitName = (store: string, number: number): string => `${store}/${number}`

/** The number of a commit of this store; undefined for one of another, and for what names none. */
export const commitNumber = (name: string | undefined, store: string): number | undefined => {
  if (!name?.startsWith(`${store}/`)) return undefined
  const digits = name.slice(store.length + 1)
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
