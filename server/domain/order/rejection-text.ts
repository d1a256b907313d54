/** What an exchange said when it refused an order. */
export interface RejectionText {
  readonly code: string
  readonly message: string
  readonly category: string
}

/** As an order keeps it in its `statusReason`. */
export const writeRejection = ({ code, message, category }: RejectionText): string => `${code} ${message} (${category})`

/** What `writeRejection` wrote; undefined for another reason. */
export const readRejection = (reason: string): RejectionText | undefined => {
  const [, code, message, category] = /^(\S+) (.*) \(([A-Z_]+)\)$/s.exec(reason) ?? []
  return code === undefined || message === undefined || category === undefined ? undefined : { code, message, category }
}
