import type { components } from '@plimsoll/client'

type Schemas = components['schemas']

/** What was asked of the engine here, and what came of it. */
export type Asked =
  | { readonly what: 'stop' | 'pause'; readonly name: 'waiting' }
  | { readonly what: 'stop' | 'pause'; readonly name: 'failed'; readonly error: unknown }
  | { readonly what: 'stop'; readonly name: 'answered'; readonly result: Schemas['StopResult'] }
  | { readonly what: 'pause'; readonly name: 'answered'; readonly result: Schemas['PauseResult'] }

export type OnAsked = (asked: Asked) => void
