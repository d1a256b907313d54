import type { ServerResponse } from 'node:http'
import type { AnswerFate } from '../faults/wire-faults.ts'

/** An HTTP response. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A response with a status and an empty body. */
export const plain = (status: number): Answer => ({ status, headers: {}, text: '' })

/** Sends a response, or applies its fault. */
export const deliver = (
  response: ServerResponse,
  answer: Answer,
  fate: Exclude<AnswerFate, { kind: 'replaced' }> | Answer,
): void => {
  if ('status' in fate) return write(response, fate)
  switch (fate.kind) {
    case 'delivered':
      return write(response, answer)
    case 'empty':
      return write(response, { ...answer, status: 200, text: '' })
    case 'delayed':
      setTimeout(() => write(response, answer), fate.byMs).unref()
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'cut':
      return writeHalf(response, answer)
    case 'silent':
      return
  }
}

/** Sends an answer as it is. */
export const write = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, toHeaders(answer))
  response.end(answer.text)
}

const TYPE = { 'Content-Type': 'application/json;charset=utf-8' }

const toHeaders = ({ headers, text }: Answer) => ({
  ...TYPE,
  ...headers,
  'Content-Length': String(Buffer.byteLength(text)),
})

const writeHalf = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, toHeaders(answer))
  response.write(answer.text.slice(0, Math.floor(answer.text.length / 2)), () => response.socket?.end())
}
