import type { TSchema } from 'typebox'

/** A message of the stream, as it is documented. */
export interface DocumentedMessage {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly schema: TSchema
  readonly examples: readonly MessageExample[]
}

interface MessageExample {
  readonly name: string
  readonly payload: object
}
