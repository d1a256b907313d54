import { STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { REQUESTS, type StreamRequest, type SubscribeRequest } from '../../contract/stream/requests.ts'
import { assertNever } from '../core/assert.ts'
import { SECOND_MS } from '../core/instant.ts'
import { parseJson } from '../core/json.ts'
import { err, ok, type Result } from '../core/result.ts'
import { compileShape, isTooDeep, type Shape, toFaults } from '../http/input/schemas.ts'
import type { Principal } from '../identity/session.ts'
import { authenticate } from './authenticate.ts'
import { type Connection, end, type ServerMessage, send } from './connection.ts'
import { findTopic, type Hub, join, leave } from './hub.ts'
import type { Topic } from './stream-state.ts'
import { type NamedChannel, topicKey } from './topic.ts'

/** Parses and executes one message of a client: auth, subscribe, unsubscribe or ping. */
export const handleMessage = (connection: Connection, text: string): void => {
  if (connection.ended) return
  if (isTooFast(connection)) return end(connection, 4429, 'More than 10 messages arrived within a second.')
  const read = readRequest(text)
  if (!read.ok) return refuseMessage(connection, read.error)
  take(connection, read.value)
}

const take = (connection: Connection, request: StreamRequest): void => {
  if (connection.held) connection.held.push(request)
  else if (!connection.ended) executeRequest(connection, request)
}

const isTooFast = ({ receivedAtMs, parts }: Connection): boolean => {
  const nowMs = parts.monotonic()
  receivedAtMs.push(nowMs)
  if (receivedAtMs.length <= STREAM_LIMITS.messagesPerSecond) return false
  return nowMs - (receivedAtMs.shift() as number) < SECOND_MS
}

const refuseMessage = (connection: Connection, { id, detail, errors }: BadMessage): void => {
  const remedy = 'Compare the message with /api-docs/streams.'
  refuse(connection, id, { code: 'BAD_MESSAGE', detail, remedy, errors: [...errors] })
  end(connection, 4400, detail)
}

type Refusal = Extract<ServerMessage, { type: 'error' }>['data']

const refuse = (connection: Connection, id: string | null, data: Refusal): void =>
  send(connection, { type: 'error', id, data })

const executeRequest = (connection: Connection, request: StreamRequest): void => {
  const { id = null, op } = request
  if (op === 'auth') {
    return authenticate(connection, { token: request.args.token, id }, () => executeHeldRequests(connection))
  }
  if (!connection.principal) return end(connection, 4401, `Send a token with "auth" before "${op}".`)
  switch (op) {
    case 'ping':
      return send(connection, { type: 'pong', id })
    case 'subscribe':
      return subscribe(connection, id, { principal: connection.principal, ...request.args })
    case 'unsubscribe': {
      const { channels, account = null } = request.args
      for (const channel of channels) drop(connection, topicKey({ channel, account }))
      return send(connection, { type: 'ack', id, op, data: { channels } })
    }
    default:
      return assertNever(op)
  }
}

/** Processes held requests in order; another `auth` request holds the remaining ones again. */
export const executeHeldRequests = (connection: Connection): void => {
  const held = connection.held ?? []
  connection.held = undefined
  for (const request of held) take(connection, request)
}

type Subscribing = SubscribeRequest['args'] & { readonly principal: Principal }

const subscribe = (connection: Connection, id: string | null, subscribing: Subscribing): void => {
  const { subscriptions, parts } = connection
  const { channels, account = null, principal } = subscribing
  const hub = parts.findHub(account, principal)
  if (!hub.ok) return refuse(connection, id, unknownAccount(account, hub.error))
  const named = channels.map((channel) => ({ channel, account }))
  const more = named.filter((each) => !subscriptions.has(topicKey(each))).length
  if (subscriptions.size + more > STREAM_LIMITS.channelsMax) {
    const detail = `A connection can read at most ${STREAM_LIMITS.channelsMax} channels; it has ${subscriptions.size}, and the request adds ${more}.`
    const remedy = 'Unsubscribe some, or open another connection.'
    return refuse(connection, id, { code: 'TOO_MANY_CHANNELS', detail, remedy, errors: [] })
  }
  const { topics, faults } = findAll(hub.value, named)
  const [first] = faults
  if (first) {
    const errors = faults.map(({ pointer, detail }) => ({ pointer, detail }))
    const detail = errors.map((fault) => fault.detail).join(' ')
    return refuse(connection, id, { code: 'UNKNOWN_CHANNEL', detail, remedy: first.remedy, errors })
  }
  send(connection, { type: 'ack', id, op: 'subscribe', data: { channels } })
  for (const topic of topics) {
    if (connection.ended) return
    const key = topicKey(topic)
    drop(connection, key)
    subscriptions.set(key, join(hub.value, topic, parts.outbox))
  }
}

const unknownAccount = (account: string | null, accounts: readonly string[]): Refusal => ({
  code: 'UNKNOWN_ACCOUNT',
  detail: `There is no account ${account === null ? 'of this server' : JSON.stringify(account)} on which this user has a role.`,
  remedy: accounts.length === 0 ? 'Request a role on an account.' : `Use one of these: ${accounts.join(', ')}.`,
  errors: [],
})

const findAll = (hub: Hub, channels: readonly NamedChannel[]) => {
  const topics: Topic[] = []
  const faults: { readonly pointer: string; readonly detail: string; readonly remedy: string }[] = []
  for (const [index, named] of channels.entries()) {
    const result = findTopic(hub, named)
    if (result.ok) topics.push(result.value)
    else faults.push({ pointer: `/args/channels/${index}`, ...result.error })
  }
  return { topics, faults }
}

const drop = ({ subscriptions }: Connection, key: string): void => {
  const subscription = subscriptions.get(key)
  if (!subscription) return
  subscriptions.delete(key)
  leave(subscription)
}

/** A message fault, with the ID of the message if it has one. */
interface BadMessage {
  readonly id: string | null
  readonly detail: string
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[]
}

const SHAPES = Object.fromEntries(
  Object.entries(REQUESTS).map(([op, schema]) => [op, compileShape<StreamRequest>(schema)]),
)
const OPS = Object.keys(REQUESTS).join(', ')

/** Parses a client message as a request, or returns all its faults. */
const readRequest = (text: string): Result<StreamRequest, BadMessage> => {
  const value = parseJson(text)
  if (value === undefined) return bad(null, 'The message is not JSON.')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return bad(null, 'The message is not an object.')
  if (isTooDeep(value)) return bad(null, 'The JSON is nested deeper than 16 levels.')
  const { id = null, op } = value as { id?: unknown; op?: unknown }
  const known = typeof id === 'string' ? id : null
  const shape: Shape<StreamRequest> | undefined =
    typeof op === 'string' && Object.hasOwn(SHAPES, op) ? SHAPES[op] : undefined
  if (!shape) return bad(known, `/op must be one of ${OPS}.`, [{ pointer: '/op', detail: `must be one of ${OPS}` }])
  if (shape(value)) return ok(value)
  const errors = toFaults(shape.errors ?? [], 'body').map(({ pointer, detail }) => ({ pointer, detail }))
  return bad(known, `${errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ')}.`, errors)
}

const bad = (id: string | null, detail: string, errors: BadMessage['errors'] = []): Result<StreamRequest, BadMessage> =>
  err({ id, detail, errors })
