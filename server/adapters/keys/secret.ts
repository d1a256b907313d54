/** A text that shows nowhere unless it is asked for. */
export interface Secret {
  reveal(): string
}

export const createSecret = (text: string): Secret => Object.freeze({ reveal: () => text })
