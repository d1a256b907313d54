import { CLOSE_CODES, STREAM_LIMITS, STREAM_PATH, SUBPROTOCOL } from '../../../../contract/stream/limits.ts'
import { type DocumentedChannel, documentedChannels } from './channel-messages.ts'
import { GUIDE, toStreamUrl } from './guide.ts'
import { ANSWERS, DOCUMENTED_REQUESTS } from './protocol-messages.ts'
import { type DocumentedMessage, plainSchema, sharedSchemas } from './shared-schemas.ts'

/**
 * Builds the AsyncAPI 3.0 document of the stream, from the server's view: it receives client messages, and sends
 * channel messages. There is one address; the subscribed channel is in `x-channel` of each message.
 */
export const buildAsyncApi = ({ publicBase, version }: AsyncApiParts): object => {
  const channels = documentedChannels()
  const answers = Object.entries(ANSWERS).map(([name, answer]) => ({ name, ...answer }))
  const messages = [...DOCUMENTED_REQUESTS, ...answers, ...channels]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plimsoll stream',
      version,
      description: GUIDE.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n')).join('\n\n'),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      externalDocs: { description: 'Human-readable version', url: `${publicBase}/api-docs/streams` },
    },
    defaultContentType: 'application/json',
    servers: { own: describeServer(publicBase) },
    channels: {
      stream: {
        address: STREAM_PATH,
        title: 'The stream',
        servers: [{ $ref: '#/servers/own' }],
        messages: Object.fromEntries(messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
        'x-subprotocol': SUBPROTOCOL,
        'x-close-codes': CLOSE_CODES,
        'x-limits': STREAM_LIMITS,
      },
    },
    operations: { ...receivals(), ...sendings([...answers.filter(({ name }) => isUnasked(name)), ...channels]) },
    components: {
      messages: Object.fromEntries(messages.map((message) => [message.name, toMessage(message)])),
      schemas: sharedSchemas(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'In a header of the upgrade request or, from a browser, with `auth` as the first message',
        },
      },
    },
  }
}

export interface AsyncApiParts {
  /** Base address of this server. */
  readonly publicBase: string
  readonly version: string
}

const describeServer = (publicBase: string) => {
  const { host, protocol, pathname } = toStreamUrl(publicBase)
  const below = pathname.slice(0, -STREAM_PATH.length)
  return {
    host,
    protocol: protocol.slice(0, -1),
    ...(below && { pathname: below }),
    security: [{ $ref: '#/components/securitySchemes/bearer' }],
  }
}

/** Returns whether a message is sent without a request. */
const isUnasked = (name: string): boolean => name === 'authExpiring' || name === 'closing'

const channel = { $ref: '#/channels/stream' }
const messageRef = (name: string) => ({ $ref: `#/channels/stream/messages/${name}` })

const receivals = () =>
  Object.fromEntries(
    DOCUMENTED_REQUESTS.map(({ name, title, about, answers }) => [
      name,
      {
        action: 'receive',
        title,
        summary: about,
        channel,
        messages: [messageRef(name)],
        reply: { channel, messages: answers.map(messageRef) },
      },
    ]),
  )

const sendings = (messages: readonly DocumentedMessage[]) =>
  Object.fromEntries(
    messages.map(({ name, title, about }) => [
      `send.${name}`,
      { action: 'send', title, summary: about, channel, messages: [messageRef(name)] },
    ]),
  )

const toMessage = (message: DocumentedMessage | DocumentedChannel) => {
  const { name, title, about, schema, examples } = message
  return {
    name,
    title,
    summary: about,
    payload: plainSchema(schema),
    ...(examples.length > 0 && { examples }),
    ...('address' in message && {
      'x-channel': { address: message.address, delivery: message.delivery, parameters: message.parameters },
    }),
  }
}
