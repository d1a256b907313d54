import { readdirSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { restartContinuityTruth } from '../contract/monitor/restart-continuity-truth.ts'
import { reportSchema } from '../contract/monitor/surface.ts'
import { PROBLEMS } from '../contract/problem.ts'
import { CLOSE_CODES } from '../contract/stream/limits.ts'
import { startTradingServer } from '../test/support/trading-server.ts'
import { channelSchemas, clientDocument, type Named } from './client-document.ts'

const HEAD = '// Made by `npm run generate:client`. What it is made from is in contract/.\n\n'
const FOLDERS = ['contract', 'contract/stream']

/** The generated files of the client, by their place, made from a server and from the contract. */
export const clientSources = async (): Promise<ReadonlyMap<string, string>> => {
  const named = await namedSchemas()
  const channels = channelSchemas(named)
  const all = [...named, ...channels.flatMap(({ name, data }) => (isNamed(named, name) ? [] : [[name, data] as const]))]
  const document = clientDocument(await readDocument(), all, ['Problem', ...channels.map(({ name }) => name)])
  const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }))
  const folder = 'client/src/generated'
  return new Map([
    [`${folder}/openapi.ts`, HEAD + types],
    [`${folder}/channels.ts`, HEAD + channelsText(channels)],
    [`${folder}/remedies.ts`, HEAD + remediesText()],
  ])
}

const isNamed = (named: Named, name: string): boolean => named.some(([known]) => known === name)

const readDocument = async () => {
  const server = await startTradingServer()
  const answer = await server.call('GET', '/api-docs/openapi.json', { role: null })
  await server.close()
  return answer.json()
}

/** Every schema that the contract exports, by its name there. */
const namedSchemas = async (): Promise<Named> => {
  const files = FOLDERS.flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`)).sort()
  const modules = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => import(new URL(`../${file}`, import.meta.url).href))
  const exported = (await Promise.all(modules)).flatMap((module) => Object.entries(module))
  return [...exported.filter(([, value]) => isSchema(value)), ...partsOfReports()]
}

/** What every report of the monitor has lists of. */
const partsOfReports = (): Named => {
  const { reasons, missingEvidence, evidence } = reportSchema(restartContinuityTruth).properties
  return [
    ['Reason', reasons.items],
    ['MissingEvidence', missingEvidence.items],
    ['Evidence', evidence.items],
  ]
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('anyOf' in value || ('type' in value && 'properties' in value))

const channelsText = (channels: ReturnType<typeof channelSchemas>): string => {
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

/** What to do about each problem, by its code, and about each code with which the server closes a stream. */
const remediesText = (): string => {
  const problems = Object.entries(PROBLEMS).map(([slug, { remedy }]) => [codeOf(slug), remedy])
  const closings = Object.entries(CLOSE_CODES).map(([code, { remedy }]) => [code, remedy])
  return [
    `export const REMEDIES = ${JSON.stringify(Object.fromEntries(problems), null, 2)} as const`,
    `export const CLOSE_REMEDIES: Readonly<Record<number, string>> = ${JSON.stringify(Object.fromEntries(closings), null, 2)}`,
    '',
  ].join('\n\n')
}

const codeOf = (slug: string): string => slug.toUpperCase().replaceAll('-', '_')

if (import.meta.main) for (const [file, text] of await clientSources()) writeFileSync(file, text)
