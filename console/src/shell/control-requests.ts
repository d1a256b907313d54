import type { components } from '@plimsoll/client'

/** Progress of the pause and stop requests made in this browser, independent of each other. */
export interface ControlRequests {
  readonly stop?: Course<Schemas['StopResult']>
  readonly pause?: Course<Schemas['PauseResult']>
}

type Schemas = components['schemas']

/** Progress of a request. */
type Course<Result> =
  | { readonly name: 'waiting' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'answered'; readonly result: Result }

export type OnControlRequest = (requests: ControlRequests) => void
