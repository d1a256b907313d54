/** Names of commits in audit entries, such as `identity/42`. */

/** Returns the name of a store's commit, as recorded in audit entries. */
export const commitName = (store: string, number: number): string => `${store}/${number}`

/** Returns the number of a commit of this store; undefined for a commit of another store or an invalid name. */
export const commitNumber = (name: string | undefined, store: string): number | undefined => {
  if (!name?.startsWith(`${store}/`)) return undefined
  const digits = name.slice(store.length + 1)
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
