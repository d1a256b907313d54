import asyncapi from '@asyncapi/specs'
import { Ajv, type AnySchema } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS } from '../../contract/stream/channels.ts'
import { CLOSE_CODES, STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { json, startTestPlatform, type TestPlatform } from '../support/platform.ts'

interface Message {
  readonly payload: AnySchema
  readonly examples?: readonly { readonly payload: unknown }[]
}

let server: TestPlatform
// biome-ignore lint/suspicious/noExplicitAny: tests compare with what they expect
let document: any
let messages: readonly (readonly [name: string, Message])[]

beforeAll(async () => {
  server = await startTestPlatform()
  document = await json(await server.get('/api-docs/asyncapi.json'))
  messages = Object.entries<Message>(document.components.messages)
})
afterAll(() => server.close())

const textAt = async (path: string): Promise<string> => (await server.get(path)).text()

/** Every value of a member of this name, however deep. */
const collectValues = (name: string, value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === name ? [child] : []),
    ...collectValues(name, child),
  ])
}

const resolve = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document)

/** Creates a check of a schema in the document, with the schemas it refers to. */
const compile = () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'stream', components: { schemas: document.components.schemas } })
  return (schema: AnySchema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"stream#/components')))
}

describe('the AsyncAPI document', () => {
  it('is valid against the schema that AsyncAPI publishes for its version', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false })
    const validate = ajv.compile(asyncapi.schemasWithoutId['3.0.0'] as AnySchema)
    validate(document)
    expect(validate.errors).toBeNull()
  })

  it('contains no dangling reference', () => {
    const references = collectValues('$ref', document)
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter((reference) => resolve(String(reference)) === undefined)).toEqual([])
  })

  it('names the server it came from, and the one address of the stream', () => {
    const { host } = new URL(server.platform.url)
    expect(document.servers.own).toMatchObject({ host, protocol: 'ws' })
    expect(document.channels.stream.address).toBe('/ws')
  })

  it('has every request with its answers, and every unsolicited message', () => {
    const { operations } = document
    expect(operations.subscribe).toMatchObject({
      action: 'receive',
      messages: [{ $ref: '#/channels/stream/messages/subscribe' }],
      reply: {
        messages: [{ $ref: '#/channels/stream/messages/channelsAck' }, { $ref: '#/channels/stream/messages/error' }],
      },
    })
    const received = ['auth', 'subscribe', 'unsubscribe', 'ping']
    const sent = Object.keys(operations).filter((name) => operations[name].action === 'send')
    expect(Object.keys(operations).filter((name) => operations[name].action === 'receive')).toEqual(received)
    expect(sent).toHaveLength(CHANNELS.length + 2)
    expect(sent).toEqual(expect.arrayContaining(['send.closing', 'send.authExpiring', 'send.market.ticker']))
  })

  it('declares for every channel its address, its delivery and its parameters', () => {
    const documented = messages.flatMap(([, message]) => collectValues('x-channel', message)) as {
      readonly address: string
    }[]
    expect(documented.map(({ address }) => address)).toEqual(CHANNELS.map(({ address }) => address))
    expect(documented).toContainEqual({
      address: 'market.orderbook.{depth}:{symbol}',
      delivery: 'CONFLATE',
      parameters: {
        depth: { description: 'Levels of each side', enum: ['1', '5', '10', '20', '50', '200'] },
        symbol: expect.objectContaining({ examples: ['BTCUSDT'] }),
      },
    })
  })

  it('has an example of everything but the reports of most surfaces, which only REST returns', () => {
    const without = messages.filter(([, { examples }]) => !examples).map(([name]) => name)
    expect(without.filter((name) => !name.startsWith('monitor.'))).toEqual([])
    expect(without).not.toContain('monitor.public-status-truth')
  })

  it('has no example that its schema rejects', () => {
    const schema = compile()
    const faults = messages.flatMap(([name, { payload, examples = [] }]) => {
      const validate = schema(payload)
      return examples.map((example) => (validate(example.payload) ? null : { name, errors: validate.errors }))
    })
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })

  it('never matches a message of a channel with the schema of another', () => {
    const schema = compile()
    const ofChannels = messages.filter(([, message]) => collectValues('x-channel', message).length > 0)
    const validators = ofChannels.map(([name, { payload }]) => [name, schema(payload)] as const)
    for (const [name, { examples = [] }] of ofChannels) {
      for (const { payload } of examples) {
        expect(validators.filter(([, validate]) => validate(payload)).map(([taker]) => taker)).toEqual([name])
      }
    }
  })

  it('declares limits and close codes as the server enforces them', () => {
    expect(document.channels.stream['x-limits']).toEqual(STREAM_LIMITS)
    expect(document.channels.stream['x-close-codes']).toEqual(JSON.parse(JSON.stringify(CLOSE_CODES)))
  })
})

describe('the server’s messages', () => {
  it('match the document on every channel', async () => {
    await server.ready()
    const schema = compile()
    const expected = messages
      .filter(([, message]) => collectValues('x-channel', message).length > 0)
      .map(([name, { payload }]) => ({ name, validate: schema(payload) }))
    const channels = CHANNELS.map(({ address }) =>
      address.replace('{symbol}', 'BTCUSDT').replace('{interval}', '1m').replace('{depth}', '5'),
    )
    const received = new Map<string, unknown>()
    const token = await server.token({ role: 'VIEWER' })
    const stream = new WebSocket(`${server.platform.url.replace('http', 'ws')}/ws`, 'plimsoll.v1')
    await new Promise<void>((resolve, reject) => {
      stream.onopen = () => {
        stream.send(JSON.stringify({ op: 'auth', args: { token } }))
        stream.send(JSON.stringify({ op: 'subscribe', args: { channels } }))
      }
      stream.onmessage = ({ data }) => {
        const message = JSON.parse(String(data))
        received.set(message.channel ?? message.type, message)
        if (channels.every((channel) => received.has(channel))) resolve()
      }
      stream.onclose = ({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`))
    })
    stream.close()
    const takers = channels.map((channel) => expected.filter(({ validate }) => validate(received.get(channel))))
    expect(takers.map((all) => all.map(({ name }) => name))).toEqual(expected.map(({ name }) => [name]))
  })
})

describe('the stream reference page', () => {
  it('is text under a policy that allows no script, with nothing from elsewhere', async () => {
    const response = await server.get('/api-docs/streams')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    )
    const page = await response.text()
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\/|<script|style=/)
  })

  it('has every channel, every close code, and the address to connect to', async () => {
    const page = await textAt('/api-docs/streams')
    for (const { address } of CHANNELS) expect(page).toContain(`<code>${address}</code>`)
    for (const [code, { remedy }] of Object.entries(CLOSE_CODES)) {
      expect(page).toContain(code)
      expect(page).toContain(remedy.split('`')[0])
    }
    expect(page).toContain(`${server.platform.url.replace('http', 'ws')}/ws`)
  })

  it('contains no broken link', async () => {
    const page = await textAt('/api-docs/streams')
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([])
    const paths = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path)
    for (const path of new Set(paths)) expect((await server.get(path)).status).toBe(200)
  })

  it('is linked from the REST reference', async () => {
    const { info } = await json(await server.get('/api-docs/openapi.json'))
    expect(info.description).toContain('(/api-docs/streams)')
  })

  it('uses the platform’s style sheet, light and dark', async () => {
    const response = await server.get('/api-docs/pages.css')
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await response.text()).toContain('prefers-color-scheme: dark')
  })
})

describe('the address of the stream', () => {
  it('answers a request without an upgrade with the protocol to upgrade to', async () => {
    const response = await server.get('/ws')
    expect(response.status).toBe(426)
    expect(response.headers.get('upgrade')).toBe('websocket')
    expect(response.headers.get('connection')).toBe('upgrade')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await json(response)).toMatchObject({
      code: 'UPGRADE_REQUIRED',
      type: `${server.platform.url}/api-docs/problems/upgrade-required`,
      detail: `Open a WebSocket at ${server.platform.url.replace('http', 'ws')}/ws.`,
    })
  })
})
