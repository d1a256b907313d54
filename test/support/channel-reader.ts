import { Ajv, type ValidateFunction } from 'ajv'
import { CHANNELS } from '../../contract/stream/channels.ts'
import type { Instant } from '../../server/core/instant.ts'
import type { ConflatedSource, Source, Update } from '../../server/ws/source.ts'

const ajv = new Ajv({ strict: false })
const shapes = new Map<string, ValidateFunction>()

const getValidator = (address: string): ValidateFunction => {
  const known = shapes.get(address)
  if (known) return known
  const contract = CHANNELS.find((channel) => channel.address === address)
  if (!contract) throw new Error(`There is no channel ${address}`)
  const shape = ajv.compile(contract.data)
  shapes.set(address, shape)
  return shape
}

/** Returns the data of a message after validating it against its channel's schema. */
export const parseData = <Data>(address: string, json: string): Data => {
  const data: unknown = JSON.parse(json)
  const shape = getValidator(address)
  if (!shape(data)) throw new Error(`${address}: ${ajv.errorsText(shape.errors)} in ${json.slice(0, 500)}`)
  return data as Data
}

export interface ChannelUpdate<Data> {
  readonly type: Update['type']
  readonly data: Data
}

/** Reader of a conflated channel that reads at its own pace, as with the hub. */
export interface ChannelReader<Data> {
  /** Returns new data since the last read; undefined if there is none. */
  read(): ChannelUpdate<Data> | undefined
}

/** Conflated channel with its readers. */
export interface ReadChannel<Data> {
  refresh(nowMs: Instant): number
  reader(): ChannelReader<Data>
}

/** Reads a source as the hub does: a message describes the state at the last read. */
export const readChannel = <Data>(address: string, source: Source): ReadChannel<Data> => {
  const conflated = requireConflated(source)
  let version = -1
  return {
    refresh(nowMs) {
      version = conflated.poll(nowMs)
      return version
    },
    reader() {
      let lastVersion: number | undefined
      return {
        read() {
          if (lastVersion === version) return undefined
          const { type, json } = conflated.since(lastVersion)
          lastVersion = version
          return { type, data: parseData<Data>(address, json) }
        },
      }
    },
  }
}

const requireConflated = (source: Source): ConflatedSource => {
  if (source.delivery !== 'CONFLATE') throw new Error('The channel loses nothing')
  return source
}
