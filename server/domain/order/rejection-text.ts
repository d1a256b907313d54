/** Error of an exchange that refused an order. */
export interface RejectionText {
  readonly code: string
  readonly message: string
  readonly category: string
}

/** Formats it for an order's `statusReason`. */
export const writeRejection = ({ code, message, category }: RejectionText): string => `${code} ${message} (${category})`

/** Parses the output of `writeRejection`; undefined for another reason. */
export const readRejection = (reason: string): RejectionText | undefined => {
  const [, code, message, category] = /^(\S+) (.*) \(([A-Z_]+)\)$/s.exec(reason) ?? []
  return code === undefined || message === undefined || category === undefined ? undefined : { code, message, category }
}
