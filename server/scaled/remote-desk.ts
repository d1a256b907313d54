/**
 * Orders, pauses and stops that a gateway forwards to the active engine: the gateway's side, and the function with
 * which the engine executes them.
 */

import { StoreFailure, toError } from '../core/errors.ts'
import { readExact, writeExact } from '../core/exact-json.ts'
import type { ControlDesk, PauseTaken, StopInput, StopTaken } from '../engine/desks/control-desk.ts'
import type { Instruction, OrderDesk } from '../engine/desks/order-desk.ts'
import type { CommandOutcome, StopOrder } from '../engine/model/events.ts'
import type { Ledger } from '../engine/state/ledger.ts'
import { type EngineLink, OutcomeUnknown } from './engine-link.ts'
import type { TakenRequest } from './ports.ts'

/** Creates a gateway's access to the active engine. When a call resolves, its effects have been copied to this host. */
export const createRemoteDesk = ({ link, catchUp, ledger }: RemoteDeskParts): EngineDesks => {
  const request = async (requested: EngineRequest): Promise<unknown> => {
    const answer = readExact(await link.request(writeExact(requested), toSessionId(requested))) as EngineAnswer
    if (answer.kind !== 'done') {
      throw answer.kind === 'notRecorded' ? new StoreFailure(answer.message) : new Error(answer.message)
    }
    await catchUp(answer.batch).catch(() => Promise.reject(new OutcomeUnknown(NOT_COPIED)))
    return answer.value
  }

  /** Returns whether the engine has decided an order whose answer was lost. */
  const isDecided = (instruction: Instruction): boolean =>
    'venueSeed' in instruction && (ledger.orders.has(instruction.orderId) || ledger.bySeed.has(instruction.venueSeed))

  return {
    async instruct(instruction) {
      try {
        return (await request({ kind: 'instruct', instruction })) as CommandOutcome
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) || instruction.kind === 'recordAnswer') throw error
        await catchUp().catch(() => {})
        return isDecided(instruction) ? { kind: 'done' } : UNKNOWN
      }
    },
    stop: async (input, stop) => (await request({ kind: 'stop', input, stop })) as StopTaken,
    pause: async (input) => (await request({ kind: 'pause', input })) as PauseTaken,
  }
}

type PauseInput = Parameters<ControlDesk['pause']>[0]

type EngineAnswer =
  /** `batch` is the newest one of the log; engines of earlier versions do not report it. */
  | { readonly kind: 'done'; readonly value: unknown; readonly batch?: number | undefined }
  | { readonly kind: 'notRecorded' | 'failed'; readonly message: string }

export interface RemoteDeskParts {
  readonly link: Pick<EngineLink, 'request'>
  /** Resolves when the log is copied up to a batch; if omitted, when all that was durable at the time of the call is. */
  readonly catchUp: (batch?: number) => Promise<void>
  /** Copied ledger. */
  readonly ledger: Pick<Ledger, 'orders' | 'bySeed'>
}

/** Requests of gateways; none of them lifts a restriction. */
type EngineRequest =
  | { readonly kind: 'instruct'; readonly instruction: Instruction }
  | { readonly kind: 'stop'; readonly input: StopInput; readonly stop: StopOrder }
  | { readonly kind: 'pause'; readonly input: PauseInput }

/** Operations that the active engine executes for gateways. */
export interface EngineDesks {
  readonly instruct: OrderDesk['instruct']
  /** Engages this stop, unless another one is engaged. */
  stop(input: StopInput, stop: StopOrder): Promise<StopTaken>
  readonly pause: ControlDesk['pause']
}

/**
 * Returns the function with which this engine executes a gateway's request. Instructions require a user with a trading
 * role, confirmed by the store; all other requests only restrict, or change nothing.
 */
export const answerRequests =
  ({ desks, mayTrade, newestBatch }: AnswerParts) =>
  async ({ body, user }: Pick<TakenRequest, 'body' | 'user'>): Promise<string> => {
    const instruct = (instruction: Instruction): Promise<unknown> => {
      const isProved =
        instruction.kind === 'recordAnswer' ||
        (user !== null && user.id === instruction.instructed.actor.sub && mayTrade(user.roles))
      return isProved ? desks.instruct(instruction) : Promise.reject(new Error(NOT_PROVED))
    }
    const carryOut = (request: EngineRequest): Promise<unknown> => {
      switch (request.kind) {
        case 'instruct':
          return instruct(request.instruction)
        case 'stop':
          return desks.stop(request.input, request.stop)
        case 'pause':
          return desks.pause(request.input)
        default:
          return Promise.reject(
            new Error(
              'The gateway sent a request that this engine does not support. Run the same version on all hosts.',
            ),
          )
      }
    }
    try {
      const value = await carryOut(readExact(body) as EngineRequest)
      return printAnswer({ kind: 'done', value, batch: newestBatch() })
    } catch (error) {
      const { message } = toError(error)
      return printAnswer({ kind: error instanceof StoreFailure ? 'notRecorded' : 'failed', message })
    }
  }

interface AnswerParts {
  readonly desks: EngineDesks
  readonly mayTrade: (roles: readonly string[]) => boolean
  /** Returns the number of the newest batch of the log. */
  readonly newestBatch: () => number | undefined
}

const printAnswer = (answer: EngineAnswer): string => writeExact(answer)

const toSessionId = (request: EngineRequest): string | null =>
  request.kind === 'instruct' && request.instruction.kind !== 'recordAnswer'
    ? request.instruction.instructed.actor.sid
    : null

const NOT_PROVED = 'The session has ended, or its user has no permission to trade.'

const UNKNOWN: CommandOutcome = {
  kind: 'refused',
  refusal: {
    kind: 'outcomePending',
    detail:
      'The engine accepted the request but has not responded; a standby may be taking over. Repeat it only with the same Idempotency-Key, or check first whether it was executed.',
  },
}

const NOT_COPIED = 'The engine executed the request, but its result is not available here yet.'
