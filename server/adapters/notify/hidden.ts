/** A text that shows nowhere unless it is asked for. */
export interface Hidden {
  reveal(): string
}
