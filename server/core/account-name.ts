/** Name of an account in a shared store. */
export const isAccountName = (text: string): boolean => PATTERN.test(text)

const PATTERN = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/
