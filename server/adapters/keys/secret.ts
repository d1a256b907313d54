/** A text that shows nowhere unless it is asked for. */
export interface Secret {
  reveal(): string
}

export const secretOf = (text: string): Secret => Object.freeze({ reveal: () => text })
