/** Sent with every answer. The API needs no browser feature at all; pages set a policy of their own. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Of answers that may be kept by the one who asked, if the tag is checked each time. */
export const REVALIDATE = 'private, no-cache'
