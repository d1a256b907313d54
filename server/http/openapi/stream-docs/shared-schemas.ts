/**
 * Named schemas of the stream documentation, conversion of schemas to plain JSON with references, and types of
 * documented messages.
 */

import type { TSchema } from 'typebox'
import { AccountTrade, Balance } from '../../../../contract/account.ts'
import { At, DecimalText, Filters, Freshness, Ms, SymbolText } from '../../../../contract/common.ts'
import { EntryDecision } from '../../../../contract/decisions.ts'
import { Kline, PublicTrade, Ticker } from '../../../../contract/market.ts'
import { publicStatusTruth } from '../../../../contract/monitor/public-status-truth.ts'
import { reportSchema } from '../../../../contract/monitor/surface.ts'
import { Sha256, Signal, SignalOutcome } from '../../../../contract/signals.ts'
import { ControlEvent } from '../../../../contract/stream/control-event.ts'
import { STREAM_VERSION } from '../../../../contract/stream/limits.ts'
import { GateReading, Order, Position } from '../../../../contract/trading.ts'

/** Returns the named schemas. */
export const sharedSchemas = (): Record<string, PlainSchema> =>
  Object.fromEntries(
    Object.entries(SHARED).map(([name, schema]) => [name, within(JSON.parse(JSON.stringify(schema))) as PlainSchema]),
  )

const { reasons, missingEvidence, evidence, freshness } = reportSchema(publicStatusTruth).properties

/** Schemas used by several messages, or documented separately, by the names they are documented under. */
const SHARED: Readonly<Record<string, TSchema>> = {
  At,
  DecimalText,
  Ms,
  SymbolText,
  Sha256,
  Freshness,
  Filters,
  Ticker,
  Kline,
  PublicTrade,
  Order,
  Position,
  AccountTrade,
  Balance,
  Signal,
  SignalOutcome,
  GateReading,
  EntryDecision,
  ControlEvent,
  ReportReason: reasons.items,
  ReportMissingEvidence: missingEvidence.items,
  ReportEvidence: evidence.items,
  ReportFreshness: freshness,
}

const names = new Map(Object.entries(SHARED).map(([name, schema]) => [JSON.stringify(schema), name]))

/** A schema as plain JSON. */
export interface PlainSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly PlainSchema[]
  readonly items?: PlainSchema | readonly PlainSchema[]
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, PlainSchema>>
  readonly description?: string
  readonly pattern?: string
}

/** Returns the schema as plain JSON, with references to named schemas. */
export const plainSchema = (schema: TSchema): PlainSchema => plain(JSON.parse(JSON.stringify(schema))) as PlainSchema

const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const name = names.get(JSON.stringify(value))
  return name === undefined ? within(value) : { $ref: `${REFERENCE}${name}` }
}

const within = (value: object): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]))

const REFERENCE = '#/components/schemas/'

/** Returns the name in a reference. */
export const nameIn = (reference: string): string => reference.slice(REFERENCE.length)

/** Example messages of a channel: its first data and, where the format differs, later data. */
export interface ChannelExample {
  /** Address of the family, as in the contract. */
  readonly address: string
  /** Address of one channel of the family. */
  readonly channel: string
  readonly snapshot: unknown
  readonly delta?: unknown
}

/** A documented message of the stream. */
export interface DocumentedMessage {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly schema: TSchema
  readonly examples: readonly MessageExample[]
}

interface MessageExample {
  readonly name: string
  readonly payload: object
}

/** Common fields of every server message in the examples. */
export const ENVELOPE = {
  v: STREAM_VERSION,
  epoch: 'run_01M800AWQ1D0GQ2B2S3V6T7N8P',
  sentAtMs: 1795296732246,
} as const
