/**
 * Messenger of the server: opens the configured channels (Telegram, e-mail, webhook) with their secrets, and sends
 * alerts about the monitor's reports.
 */

import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createSecret, type Secret } from '../adapters/keys/exchange-keys.ts'
import { readOwned } from '../adapters/keys/key-fault.ts'
import { emailSender } from '../adapters/notify/email.ts'
import { telegramSender } from '../adapters/notify/telegram.ts'
import { webhookSender } from '../adapters/notify/webhook.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import type { MessengerConfig } from '../config/messenger.ts'
import type { MakeId } from '../core/id.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Monitor } from '../evidence/open-evidence.ts'
import { type Channel, notEnabled, openChannel } from '../messenger/channel.ts'
import { createMessenger, type Messenger } from '../messenger/messenger.ts'
import type { Sender } from '../messenger/ports.ts'
import { reportsOn } from '../monitor/frame/reports.ts'
import type { ChannelTruth } from '../monitor/inputs/messenger.ts'
import { SURFACES } from '../monitor/surfaces/index.ts'

/** Opens the configured channels. An unusable channel does not prevent a start; the log and the surface report it. */
export const openMessenger = (parts: OpenMessengerParts): OpenMessenger => {
  const { config, limits, clock, ids, logger, resources } = parts
  const { digestEveryMs, liveLinesShare } = limits.constitution.monitor
  const ending = new AbortController()
  resources.defer(() => ending.abort())
  const channels = createSenders(config, clock).flatMap(
    (configured) => openConfigured(configured, parts, ending.signal) ?? [],
  )
  const enabled = channels.map((channel) => channel.truth().id)
  const messenger = createMessenger({
    channels,
    others: KINDS.filter(({ id }) => !enabled.includes(id)).map(({ id, kind }) => notEnabled(id, kind)),
    digestEveryMs,
    liveLinesShare,
    ids,
    now: clock,
    wait,
    onChange: ({ kind, was, report: { surface, verdict, severity, summary } }) =>
      kind === 'ALERT'
        ? logger.warn({ surface, verdict, was, severity, summary }, 'alert')
        : logger.info({ surface, verdict, was, summary }, 'alert cleared'),
    onFailure: (error) => logger.error({ err: error }, 'messenger poll failed'),
  })
  return {
    ...messenger,
    start(monitor, isReady) {
      const watched = {
        surfaces: NAMES,
        reports: monitor.reports,
        recall: (snapshot: RecalledSnapshot) => reportsOn(snapshot, SURFACES),
      }
      messenger.begin({ ...watched, isReady }, ending.signal)
    },
  }
}

export interface OpenMessengerParts {
  readonly config: MessengerConfig
  readonly limits: Pick<LoadedConstitution, 'constitution'>
  readonly clock: Clock
  readonly ids: MakeId
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** The messenger, and the function that starts it once reports are available. */
export interface OpenMessenger extends Messenger {
  start(monitor: Pick<Monitor, 'reports'>, isReady: () => boolean): void
}

type RecalledSnapshot = Parameters<typeof reportsOn>[0]

const NAMES: readonly string[] = SURFACES.map(({ contract }) => contract.surface)

const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { signal, ref: false }).catch(() => {})
}

const KINDS = [
  { id: 'telegram', kind: 'TELEGRAM' },
  { id: 'email', kind: 'EMAIL' },
  { id: 'webhook', kind: 'WEBHOOK' },
] as const satisfies readonly Pick<ChannelTruth, 'id' | 'kind'>[]

/** Configuration problem of a channel, in terms an operator can act on. Never contains a secret. */
interface ChannelProblem {
  readonly message: string
  readonly remedy: string
}

/** A configured channel: its sender, or why it cannot send. */
export interface Configured {
  readonly id: (typeof KINDS)[number]['id']
  readonly kind: ChannelTruth['kind']
  readonly sender: Result<Sender, ChannelProblem>
}

/** Creates the senders of all configured channels, with their secrets read from files. */
export const createSenders = ({ telegram, email, webhook }: MessengerConfig, clock: Clock): readonly Configured[] => {
  const [ofTelegram, ofEmail, ofWebhook] = KINDS
  return [
    ...(telegram ? [{ ...ofTelegram, sender: openTelegram(telegram) }] : []),
    ...(email ? [{ ...ofEmail, sender: openEmail(email) }] : []),
    ...(webhook ? [{ ...ofWebhook, sender: openWebhook(webhook, clock) }] : []),
  ]
}

const openTelegram = ({ tokenPath, chat, url }: NonNullable<MessengerConfig['telegram']>) =>
  withSecret(tokenPath, (token) => telegramSender({ url, token, chat }), 'the token of a Telegram bot')

const openEmail = ({ urlPath, to, from }: NonNullable<MessengerConfig['email']>) =>
  withSecret(urlPath, (url) => emailSender({ url, to, from }), 'an address such as smtps://user:password@host')

const openWebhook = ({ urlPath, secretPath, form }: NonNullable<MessengerConfig['webhook']>, clock: Clock) => {
  const secret = secretPath === undefined ? ok(null) : readSecret(secretPath)
  if (!secret.ok) return secret
  const what = 'an https address, or an http one of this machine'
  return withSecret(urlPath, (url) => webhookSender({ url, secret: secret.value, form, now: clock }), what)
}

const withSecret = (
  path: string,
  open: (secret: Secret) => Sender | null,
  what: string,
): Result<Sender, ChannelProblem> => {
  const secret = readSecret(path)
  if (!secret.ok) return secret
  const sender = open(secret.value)
  const problem = { message: `The file ${path} does not contain ${what}.`, remedy: 'See docs/guide/messenger.md.' }
  return sender ? ok(sender) : err(problem)
}

const readSecret = (path: string): Result<Secret, ChannelProblem> => {
  const read = readOwned('MESSENGER_FILE', path)
  if (!read.ok) return read
  const text = read.value?.trim() ?? ''
  const problem = { message: `The file ${path} is missing or empty.`, remedy: 'See docs/guide/messenger.md.' }
  return text === '' ? err(problem) : ok(createSecret(text))
}

const openConfigured = (
  { id, kind, sender }: Configured,
  { clock, logger }: OpenMessengerParts,
  signal: AbortSignal,
): Channel => {
  if (sender.ok) logger.info({ channel: id }, 'a channel of the messenger is enabled')
  else logger.error({ channel: id, remedy: sender.error.remedy }, sender.error.message)
  return openChannel({
    id,
    kind,
    sender: sender.ok ? sender.value : null,
    now: clock,
    wait,
    signal,
    onFailure: (channel, category) => logger.warn({ channel, category }, 'a message could not be delivered'),
  })
}
