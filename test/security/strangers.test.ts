import { expect, it } from 'vitest'
import { floodedStop } from './attacks/flooded-stop.ts'
import { pipelinedUnread } from './attacks/pipelined-unread.ts'
import { silentConnections } from './attacks/silent-connections.ts'
import { runAttack } from './run-attack.ts'

/** Goals are multiplied: on a busy machine only a server that is held up for seconds fails. */
const PATIENCE = 20
const SECONDS = 3

it.each([pipelinedUnread, floodedStop, silentConnections])(
  'keeps every promise under $name',
  async (attack) => {
    expect((await runAttack(attack, SECONDS, PATIENCE)).broken).toEqual([])
  },
  90_000,
)
