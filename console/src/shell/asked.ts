import type { components } from '@plimsoll/client'

type Schemas = components['schemas']

/** What has become of something that was asked. */
type Course<Result> =
  | { readonly name: 'waiting' }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'answered'; readonly result: Result }

/** What was asked of the engine here: what comes of the one says nothing about the other. */
export interface ControlRequests {
  readonly stop?: Course<Schemas['StopResult']>
  readonly pause?: Course<Schemas['PauseResult']>
}

export type OnControlRequest = (requests: ControlRequests) => void
