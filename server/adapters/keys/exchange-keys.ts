/** Exchange credentials and other secrets in memory, protected against accidental disclosure in logs and JSON. */

import { inspect } from 'node:util'

/** Credentials of an account at an exchange. */
export interface ExchangeKeys {
  readonly apiKey: string
  readonly secret: string
  /** Passphrase of the key, only where the exchange requires one. */
  readonly password: string | null
}

const HIDDEN = (): string => '[secret]'

/** Returns keys that can only be read field by field: logs, inspection, copies and JSON of the whole omit them. */
export const hideKeys = ({ apiKey, secret, password }: ExchangeKeys): ExchangeKeys =>
  Object.freeze(
    Object.create(Object.prototype, {
      apiKey: { value: apiKey },
      secret: { value: secret },
      password: { value: password },
      toJSON: { value: HIDDEN },
      [inspect.custom]: { value: HIDDEN },
    }),
  )

/** Text that is not displayed unless explicitly requested. */
export interface Secret {
  reveal(): string
}

export const createSecret = (text: string): Secret => Object.freeze({ reveal: () => text })
