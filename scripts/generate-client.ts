/** Generates sources of the TypeScript client and a table of the guide from the OpenAPI document and the contract. */

import { readFileSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { SURFACES } from '../contract/monitor/index.ts'
import { PROBLEMS } from '../contract/problem.ts'
import { CLOSE_CODES } from '../contract/stream/limits.ts'
import { startTradingServer } from '../test/support/trading-server.ts'
import { clientDocument, streamChannels } from './client-document.ts'

const HEAD = '// Made by `npm run generate:client`. What it is made from is in contract/.\n\n'

/** Returns the content of the generated files by path. */
export const clientSources = async (): Promise<ReadonlyMap<string, string>> => {
  const document = clientDocument(await readDocument())
  const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }))
  const folder = 'client/src/generated'
  return new Map([
    [`${folder}/openapi.ts`, HEAD + types],
    [`${folder}/channels.ts`, HEAD + channelsText(streamChannels())],
    [`${folder}/remedies.ts`, HEAD + remediesText()],
    [`${folder}/surfaces.ts`, HEAD + surfacesText()],
    [GUIDE, guideText()],
  ])
}

const readDocument = async () => {
  const server = await startTradingServer()
  const answer = await server.call('GET', '/api-docs/openapi.json', { role: null })
  await server.close()
  return answer.json()
}

const channelsText = (channels: ReturnType<typeof streamChannels>): string => {
  const lines = channels.map(({ address, choices, name }) => {
    const key = address
      .replace(/\{(?!symbol)\w+\}/, () => `\${${choices.map((choice) => `'${choice}'`).join(' | ')}}`)
      .replace('{symbol}', () => '$' + '{string}')
    return `  ${key === address ? `'${key}'` : `[channel: \`${key}\`]`}: Schemas['${name}']\n`
  })
  const doc = '/** What each channel of the stream carries, by its address. */\n'
  const types = "import type { components } from './openapi.ts'\n\ntype Schemas = components['schemas']\n\n"
  return `${types}${doc}export interface ChannelData {\n${lines.join('')}}\n`
}

/** Returns the remedy for each problem code and for each code with which the server closes a stream. */
const remediesText = (): string => {
  const problems = Object.entries(PROBLEMS).map(([slug, { remedy }]) => [toErrorCode(slug), remedy])
  const closings = Object.entries(CLOSE_CODES).map(([code, { remedy }]) => [code, remedy])
  return [
    `/** Remedy for each problem code of the API. */\nexport const REMEDIES = ${JSON.stringify(Object.fromEntries(problems), null, 2)} as const`,
    `export const CLOSE_REMEDIES: Readonly<Record<number, string>> = ${JSON.stringify(Object.fromEntries(closings), null, 2)}`,
    '',
  ].join('\n\n')
}

/** Returns the monitor surfaces in the order of the contract. */
const surfacesText = (): string => {
  const surfaces = SURFACES.map(({ surface, label, question }) => ({ name: surface, label, question }))
  const doc = '/** Every monitor surface with the question it answers, the most important to an operator first. */\n'
  return `${doc}export const SURFACES = ${JSON.stringify(surfaces, null, 2)} as const\n`
}

const GUIDE = 'docs/guide/operations.md'

/** Returns the page of the guide with the table of all surfaces. */
const guideText = (): string => {
  const rows = SURFACES.map(({ surface, question }) => `| \`${surface}\` | ${question} |\n`)
  return readFileSync(GUIDE, 'utf8').replace(/(?<=\| surface \| reports \|\n\|---\|---\|\n)(\|.*\n)*/, () =>
    rows.join(''),
  )
}

const toErrorCode = (slug: string): string => slug.toUpperCase().replaceAll('-', '_')

if (import.meta.main) for (const [file, text] of await clientSources()) writeFileSync(file, text)
