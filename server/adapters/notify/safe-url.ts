const LOCAL: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export const isLocalHost = (hostname: string): boolean => LOCAL.includes(hostname)

/** An address of the web that is encrypted, or does not leave this machine. */
export const isSafeUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname))
}
