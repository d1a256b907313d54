import { SECOND_MS } from '../core/instant.ts'
import { digestBody, digestText } from '../messenger/digest.ts'
import type { Messenger, Sent } from '../messenger/messenger.ts'
import type { ChannelTruth } from '../monitor/inputs/messenger.ts'
import { readArguments } from './arguments.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/**
 * Host command that composes a digest of the day and optionally sends it to the enabled channels. It changes nothing.
 */
export const messengerVerbs = (messenger: Messenger): VerbTable => ({
  'messenger.digest': async (args): Promise<HostDigest> => {
    const isSent = readArguments(args).send === true
    const channels = messenger.truth.channels().map(({ id, enabled }) => ({ id, enabled }))
    if (isSent && !channels.some(({ enabled }) => enabled)) throw noChannel()
    const digest = await messenger.compose()
    if (!digest) throw new HostRefusal('NOT_READY', 'The server is still starting.', 'Try again in a moment.')
    const sent = isSent ? await messenger.send(digest, SENT_WITHIN_MS) : []
    return { ...digestBody(digest), text: digestText(digest), sent, channels }
  },
})

/** A digest as displayed on the host. */
export interface HostDigest extends ReturnType<typeof digestBody> {
  readonly text: string
  /** Result for each channel; empty when it was not sent. */
  readonly sent: readonly Sent[]
  readonly channels: readonly Pick<ChannelTruth, 'id' | 'enabled'>[]
}

/** Time limit for sending, below the time limit of the host command. */
const SENT_WITHIN_MS = 20 * SECOND_MS

const noChannel = (): HostRefusal =>
  new HostRefusal('NO_CHANNEL', 'No channel is enabled, so the digest cannot be sent.', 'See docs/guide/messenger.md.')
