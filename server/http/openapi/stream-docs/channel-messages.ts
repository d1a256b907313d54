/** Documentation of the stream's channels: address, parameters, message schema and examples of each family. */

import { type TSchema, Type } from 'typebox'
import { SymbolText } from '../../../../contract/common.ts'
import { ChannelMessage } from '../../../../contract/stream/answers.ts'
import { CHANNELS, type ChannelContract, type Delivery } from '../../../../contract/stream/channels.ts'
import { ACCOUNT_EXAMPLES } from './account-examples.ts'
import { ENGINE_EXAMPLES } from './engine-examples.ts'
import { MARKET_EXAMPLES } from './market-examples.ts'
import { type ChannelExample, type DocumentedMessage, ENVELOPE, type PlainSchema } from './shared-schemas.ts'
import { SIGNAL_EXAMPLES } from './signal-examples.ts'

/** A documented family of channels. */
export interface DocumentedChannel extends DocumentedMessage {
  readonly address: string
  readonly delivery: Delivery
  readonly data: TSchema
  /** Values allowed in the braces of the address. */
  readonly parameters: Readonly<Record<string, ChannelParameter>>
}

interface ChannelParameter {
  readonly description: string
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
}

const EXAMPLES = new Map(
  [...MARKET_EXAMPLES, ...ACCOUNT_EXAMPLES, ...SIGNAL_EXAMPLES, ...ENGINE_EXAMPLES].map((example) => [
    example.address,
    example,
  ]),
)

/** Returns all documented families of channels. */
export const documentedChannels = (): readonly DocumentedChannel[] => CHANNELS.map(documented)

const documented = (channel: ChannelContract): DocumentedChannel => {
  const { address, delivery, about, data } = channel
  const example = EXAMPLES.get(address)
  const name = address.replace(/[.:]\{.*$/, '')
  return {
    name,
    title: `Snapshot or delta of ${name}`,
    about,
    address,
    delivery,
    data,
    parameters: describeParameters(channel),
    schema: buildSchema(channel),
    examples: example ? toExamples(example) : [],
  }
}

const PARAMETERS: Readonly<Record<string, ChannelParameter>> = {
  symbol: { description: 'A symbol listed by GET /api/v381/market/instruments', examples: ['BTCUSDT'] },
  interval: { description: 'Length of the candles' },
  depth: { description: 'Levels of each side' },
}

const describeParameters = ({ address, choices }: ChannelContract): DocumentedChannel['parameters'] =>
  Object.fromEntries(
    [...address.matchAll(PARAMETER)].map(([, name = '']) => [
      name,
      { description: '', ...PARAMETERS[name], ...(name !== 'symbol' && choices && { enum: choices }) },
    ]),
  )

const PARAMETER = /\{(\w+)\}/g

/** Builds one schema for snapshots and deltas, which contain the same data. */
const buildSchema = ({ address, choices = [], data }: ChannelContract): TSchema => {
  const { properties } = ChannelMessage(address, 'snapshot', data)
  const { pattern: symbol = '' }: PlainSchema = SymbolText
  const pattern = address
    .replaceAll('.', '\\.')
    .replace('{symbol}', symbol.slice(1, -1))
    .replace(PARAMETER, `(${choices.join('|')})`)
  return Type.Object({
    ...properties,
    type: Type.Enum(['snapshot', 'delta']),
    channel: Type.String({ pattern: `^${pattern}$`, description: address }),
  })
}

const toExamples = ({ channel, snapshot, delta }: ChannelExample): DocumentedMessage['examples'] => {
  const toExample = (type: 'snapshot' | 'delta', seq: number, data: unknown) => ({
    name: type,
    payload: { seq, prevSeq: seq - 1, ...ENVELOPE, type, channel, data } satisfies ChannelMessage,
  })
  return [toExample('snapshot', 1, snapshot), ...(delta === undefined ? [] : [toExample('delta', 2, delta)])]
}
