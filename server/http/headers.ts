/** Sent with every answer. The API needs no browser feature at all; pages set a policy of their own. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Nothing below these addresses can change anything; every answer says so, a refusal as well. */
const READ_ONLY = /^\/(api\/monitor|metrics)([/?]|$)/

/** The headers that every answer at an address has, whatever becomes of the request. */
export const headersAt = (url: string): Readonly<Record<string, string>> =>
  READ_ONLY.test(url) ? { ...SECURITY_HEADERS, 'x-mutation-authority': 'NONE' } : SECURITY_HEADERS

/** Of answers that may be kept by the one who asked, if the tag is checked each time. */
export const REVALIDATE = 'private, no-cache'
