import { CLOSE_CODES, SUBPROTOCOL } from '../../../../contract/stream/limits.ts'
import { escapeHtml, htmlPage, proseHtml } from '../page.ts'
import { type DocumentedChannel, documentedChannels } from './channel-messages.ts'
import { GUIDE, toStreamUrl } from './guide.ts'
import { ANSWERS, DOCUMENTED_REQUESTS } from './protocol-messages.ts'
import { type DocumentedMessage, nameIn, type PlainSchema, plainSchema, sharedSchemas } from './shared-schemas.ts'

/**
 * Returns the HTML page that documents the stream: how to connect, requests and answers, and the messages of every
 * channel.
 */
export const streamsPage = (publicBase: string): string => {
  const channels = documentedChannels()
  const sections = [
    ['connect', 'Try it', exampleSection(publicBase)],
    ...GUIDE.map(({ title, paragraphs }) => [
      toAnchor(title),
      title,
      paragraphs.map((text) => `<p>${proseHtml(text)}</p>`).join(''),
    ]),
    ['requests', 'Requests', DOCUMENTED_REQUESTS.map(messageHtml).join('')],
    ['answers', 'Answers', answersHtml()],
    ['channels', 'Channels', `${channelTable(channels)}${channels.map(channelHtml).join('')}`],
    ['types', 'Types', typesHtml()],
    ['close-codes', 'When the server closes', closeTable()],
  ] as const
  const contents = sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('')
  const bodies = sections.map(([id, title, body]) => `<section id="${id}"><h2>${title}</h2>${body}</section>`).join('')
  return htmlPage(
    'The stream',
    `<p>Market, account and engine updates over one WebSocket at <code>${escapeHtml(toStreamUrl(publicBase).href)}</code>. Made for programs: <a href="/api-docs/asyncapi.json">AsyncAPI 3.0</a>. The rest of the API: <a href="/api-docs">REST reference</a>.</p><nav><ul>${contents}</ul></nav>${bodies}`,
  )
}

const toAnchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

const pre = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`

const exampleSection = (publicBase: string): string => {
  const url = toStreamUrl(publicBase).href
  return `<p>In a shell on the host, with a token created by the command line:</p>${pre(
    `TOKEN=$(npx --no plimsoll token --user admin)
npx wscat -c ${url} -s ${SUBPROTOCOL} -H "Authorization: Bearer $TOKEN" -w 60 \\
  -x '{"op":"subscribe","args":{"channels":["market.ticker:BTCUSDT"]}}'`,
  )}<p>In a browser, or in Node from version 22:</p>${pre(
    `const token = '…' // accessToken of POST /api/auth/login
const stream = new WebSocket('${url}', '${SUBPROTOCOL}')
const send = (message) => stream.send(JSON.stringify(message))
stream.onopen = () => {
  send({ op: 'auth', args: { token } })
  send({ op: 'subscribe', args: { channels: ['market.ticker:BTCUSDT', 'account.orders'] } })
}
stream.onmessage = ({ data }) => console.log(JSON.parse(data))
stream.onclose = ({ code, reason }) => console.log('closed', code, reason)`,
  )}`
}

const answersHtml = (): string =>
  Object.entries(ANSWERS)
    .map(([name, answer]) => messageHtml({ name, ...answer }))
    .join('')

const messageHtml = ({ name, title, about, schema, examples }: DocumentedMessage): string =>
  `<h3>${escapeHtml(title)}</h3><p>${proseHtml(about)}</p>${examplesHtml(examples)}<details><summary>Fields of <code>${name}</code></summary>${fieldList(plainSchema(schema))}</details>`

const examplesHtml = (examples: DocumentedMessage['examples']): string =>
  examples.map(({ payload }) => pre(JSON.stringify(payload))).join('')

const channelTable = (channels: readonly DocumentedChannel[]): string =>
  tableHtml(
    ['Channel', 'Delivery', 'Messages'],
    channels.map(({ name, address, delivery, about }) => [
      `<a href="#${name}"><code>${escapeHtml(address)}</code></a>`,
      `<code>${delivery}</code>`,
      proseHtml(about),
    ]),
  )

const channelHtml = ({ name, address, about, parameters, data, examples }: DocumentedChannel): string => {
  const chosen = Object.entries(parameters).map(
    ([parameter, { description, enum: choices }]) =>
      `<li><code>{${parameter}}</code> ${proseHtml(description)}${choices ? `: <code>${choices.join('</code>, <code>')}</code>` : ''}</li>`,
  )
  const plain = plainSchema(data)
  const fields = plain.$ref ? `<p><code>data</code> is ${typeHtml(plain)}.</p>` : fieldList(plain)
  const exampleHtml = examples.map(
    ({ name: kind, payload }) =>
      `<details><summary>Example of a ${kind}</summary>${pre(JSON.stringify(payload, null, 2))}</details>`,
  )
  return `<details><summary><code>${escapeHtml(address)}</code></summary><div id="${name}"><p>${proseHtml(about)}.</p><ul class="fields">${chosen.join('')}</ul>${fields}${exampleHtml.join('')}</div></details>`
}

const typesHtml = (): string =>
  Object.entries(sharedSchemas())
    .map(
      ([name, schema]) =>
        `<details><summary><code>${name}</code> <span class="type">${typeHtml(schema)}</span> ${proseHtml(schema.description ?? '')}</summary><div id="${name}">${formHtml(schema)}${fieldList(schema)}</div></details>`,
    )
    .join('')

const formHtml = ({ pattern }: PlainSchema): string =>
  pattern === undefined ? '' : `<p>Of the form <code>${escapeHtml(pattern)}</code></p>`

const closeTable = (): string =>
  tableHtml(
    ['Code', 'Why', 'What to do'],
    Object.entries(CLOSE_CODES).map(([closeCode, { code, meaning, remedy }]) => [
      `<code>${closeCode} ${code}</code>`,
      proseHtml(meaning),
      proseHtml(remedy),
    ]),
  )

const tableHtml = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

/** Lists the fields of a schema, with nested ones below each; named schemas are linked. */
const fieldList = (schema: PlainSchema): string => {
  const { properties, required = [] } = objectIn(schema) ?? {}
  if (!properties) return ''
  const lines = Object.entries(properties).map(([name, field]) =>
    formatLine(name, field, { optional: !required.includes(name) }),
  )
  return `<ul class="fields">${lines.join('')}</ul>`
}

/** Formats the type of a value in one line; named types are linked. */
const typeHtml = (schema: PlainSchema): string => {
  const { $ref, anyOf, type, items } = schema
  if ($ref) return `<a href="#${nameIn($ref)}">${nameIn($ref)}</a>`
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ')
  if (anyOf) return anyOf.map(typeHtml).join(' or ')
  if (isTuple(items)) return `[${items.map(typeHtml).join(', ')}]`
  if (items) return `list of ${typeHtml(items)}`
  return [type ?? 'any'].flat().join(' or ')
}

const formatLine = (name: string, field: PlainSchema, { optional }: { readonly optional: boolean }): string => {
  const about = field.description === undefined ? '' : ` ${proseHtml(field.description)}`
  const type = `<span class="type">${typeHtml(field)}${optional ? ', optional' : ''}</span>`
  return `<li><code>${escapeHtml(name)}</code> ${type}${about}${fieldList(field)}</li>`
}

/** Object inside a schema, also in a list or as an alternative to null. */
const objectIn = (schema: PlainSchema): PlainSchema | undefined => {
  if (schema.properties) return schema
  const { items, anyOf, patternProperties = {} } = schema
  const inner = [isTuple(items) ? [] : (items ?? []), anyOf ?? [], Object.values(patternProperties)].flat()
  return inner.map(objectIn).find((match) => match !== undefined)
}

const isTuple = (items: PlainSchema['items']): items is readonly PlainSchema[] => Array.isArray(items)
