/** Text that is not displayed unless explicitly requested. */
export interface Secret {
  reveal(): string
}

export const createSecret = (text: string): Secret => Object.freeze({ reveal: () => text })
