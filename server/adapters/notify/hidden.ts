/** Text that is not displayed unless explicitly requested. */
export interface Hidden {
  reveal(): string
}
