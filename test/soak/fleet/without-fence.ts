import { Transform } from 'node:stream'
import { openRelay, type Relay } from '../../support/relay.ts'

/** Epoch checks in the statements of an engine, with their replacements. */
const FENCES: readonly (readonly [from: string, to: string])[] = [
  ['FROM leases WHERE account = $1 AND epoch = $4', 'FROM leases WHERE account = $1'],
  ['FOR SHARE OF leases', ''],
  [
    'SELECT $1::text, $2::text, $3::bigint, $4::bigint',
    'SELECT $1::text, $2::text, (SELECT coalesce(max(number), 0) + 1 FROM batches WHERE account = $1 AND stream = $2), $4::bigint',
  ],
  ['previous.number = $3 - 1', 'previous.number > least($3::bigint, 0)'],
  ['($3 = 1 OR EXISTS (SELECT FROM batches WHERE account = $1 AND stream = $2 AND number = $3 - 1))', '$3 > 0'],
  ['AND beats.epoch = $2 AND leases.epoch = $2', 'AND $2::bigint > 0'],
  [
    'SELECT FROM leases WHERE account = $1 AND epoch = $2 AND holder',
    'SELECT FROM leases WHERE account = $1 AND holder',
  ],
]

/** Header bytes of a message: its type, and its length, which includes itself. */
const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Relay to PostgreSQL that removes the epoch checks from the statements of an engine. */
export interface UnfencedRelay extends Relay {
  /** Returns the checks that no statement has contained so far. */
  listMissing(): string[]
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
export const openUnfencedRelay = async (storeUrl: string): Promise<UnfencedRelay> => {
  const removed = new Set<string>()
  const withoutFences = (statement: string): string => {
    let text = statement
    for (const [from, to] of FENCES) {
      if (!text.includes(from)) continue
      text = text.replace(from, () => to)
      removed.add(from)
    }
    return text
  }
  return {
    ...(await openRelay(storeUrl, () => changeStatements(withoutFences))),
    listMissing: () => FENCES.map(([check]) => check).filter((check) => !removed.has(check)),
  }
}

/** Changes the text of each prepared statement of a connection; its first message, the start-up, has no type. */
const changeStatements = (change: (text: string) => string): Transform => {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      for (let size = measureFirst(rest, typeBytes); size <= rest.length; size = measureFirst(rest, typeBytes)) {
        const message = rest.subarray(0, size)
        this.push(typeBytes > 0 && message[0] === PARSE ? changeParse(message, change) : message)
        rest = rest.subarray(size)
        typeBytes = TYPE_BYTES
      }
      done()
    },
  })
}

const PARSE = 'P'.charCodeAt(0)

/** Returns the size of the first message; infinite until its length has been received. */
const measureFirst = (bytes: Buffer, typeBytes: number): number =>
  bytes.length < typeBytes + LENGTH_BYTES ? Number.POSITIVE_INFINITY : typeBytes + bytes.readInt32BE(typeBytes)

/** Changes a Parse message: a name, the statement, and the types of its parameters. */
const changeParse = (message: Buffer, change: (text: string) => string): Buffer => {
  const textAt = message.indexOf(0, TYPE_BYTES + LENGTH_BYTES) + 1
  const endAt = message.indexOf(0, textAt)
  const text = Buffer.from(change(message.toString('utf8', textAt, endAt)))
  const changed = Buffer.concat([message.subarray(0, textAt), text, message.subarray(endAt)])
  changed.writeInt32BE(changed.length - TYPE_BYTES, TYPE_BYTES)
  return changed
}
