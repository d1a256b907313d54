/** Content encodings the server can produce, the smallest result first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The best of the available encodings that an `Accept-Encoding` header allows; undefined where the body must go out as it is. */
export const acceptedEncoding = (
  header: string | undefined,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | undefined => {
  if (header === undefined) return undefined
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))) accepted.add(name)
  }
  return available.find((encoding) => accepted.has(encoding))
}
