import type { Attack } from '../attack.ts'
import { floodedStop } from './flooded-stop.ts'
import { pipelinedUnread } from './pipelined-unread.ts'
import { silentConnections } from './silent-connections.ts'

/** Every attack, in the order in which they are run. */
export const ATTACKS: readonly Attack[] = [pipelinedUnread, floodedStop, silentConnections]
