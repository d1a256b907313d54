/**
 * Returns whether a password is, in any case, among the 49,000 most often found in breaches
 * (`@zxcvbn-ts/language-common`). The list is read at the first call.
 */
export const isBreached = async (password: string): Promise<boolean> => {
  loading ??= load()
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}

let loading: Promise<ReadonlySet<string>> | undefined

const load = async (): Promise<ReadonlySet<string>> => {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default)
}
