/**
 * Input of the client generation: the OpenAPI document reduced to successful responses, and the channels of the stream.
 */

import { SCHEMAS, surfaceSchemaName } from '../contract/schemas.ts'
import { CHANNELS } from '../contract/stream/channels.ts'
import { createSchemaComponents } from '../server/http/openapi/components.ts'

type Json = Readonly<Record<string, unknown>>

/** The parts of an OpenAPI document from which the client is generated. */
export interface ApiDocument extends Json {
  readonly paths: Json
  readonly components?: { readonly parameters?: Json }
}

/**
 * Returns the API document for client generation: successful responses only, and the data of every channel beside the
 * routes.
 */
export const clientDocument = ({ paths, components, ...document }: ApiDocument) => {
  const described = withSuccessesOnly(paths)
  const roots = ['Problem', ...streamChannels().map(({ name }) => name)].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }))
  return {
    ...document,
    paths: described,
    components: {
      parameters: components?.parameters ?? {},
      schemas: createSchemaComponents().reachableFrom(described, roots, components?.parameters),
    },
  }
}

/** Returns every channel of the stream with the schema name of its data. */
export const streamChannels = () =>
  CHANNELS.map(({ address, choices, data }) => {
    const [name] = [...SCHEMAS].find(([, schema]) => schema === data) ?? []
    return { address, choices: choices ?? [], name: name ?? surfaceSchemaName(address.replace('monitor.', '')) }
  })

const withSuccessesOnly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSuccessesOnly)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === 'responses' ? pickSuccesses(child) : withSuccessesOnly(child),
    ]),
  )
}

const pickSuccesses = (responses: Json): Json =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))
