import { createRandom } from '../../../server/core/random.ts'
import { NO_WIRE_FAULTS } from '../faults/wire-fault-plan.ts'
import { beginFaults } from '../faults/wire-faults.ts'
import { createStreamHub, type Listener, type StreamHub } from './stream-hub.ts'

/** Test fixture: a stream hub without faults, and a listener that records its messages. */
export const aListener = (): { readonly hub: StreamHub; readonly listener: Listener; readonly messages: string[] } => {
  const messages: string[] = []
  const socket = {
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    send: (text: string) => void messages.push(text),
    close: () => {},
    terminate: () => {},
  }
  const hub = createStreamHub(beginFaults(NO_WIRE_FAULTS, createRandom(1)))
  return { hub, listener: { socket, streams: new Set(), combined: false }, messages }
}
