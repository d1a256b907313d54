/** Typed calls of the REST API, sent with authentication and retries. */

import createOpenapiFetch, {
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type Client as OpenapiFetch,
} from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'
import { type SendParts, send, type TokenSource } from './send.ts'

/** Every route of the API by its method and path: `rest.GET('/api/v381/market/tickers')`. */
export interface Rest {
  readonly GET: Method<'get'>
  readonly POST: Method<'post'>
  readonly PATCH: Method<'patch'>
  readonly DELETE: Method<'delete'>
}

type Verb = 'get' | 'post' | 'patch' | 'delete'

type ResponseBody<Operation> = Operation extends { readonly responses: infer Responses }
  ? { [Status in keyof Responses]: JsonContent<Responses[Status]> }[keyof Responses]
  : never

type JsonContent<Answered> = Answered extends { readonly content: { readonly 'application/json': infer Content } }
  ? Content
  : undefined

type Arguments<Init> = undefined extends Init ? [init?: Init] : [init: Init]

type Method<V extends Verb> = <
  Path extends ClientPathsWithMethod<OpenapiFetch<paths>, V>,
  Init extends MaybeOptionalInit<paths[Path], V>,
>(
  path: Path,
  ...init: Arguments<Init>
) => Promise<Answer<paths[Path][V]>>

/** Response of a call that succeeded; any other throws a `PlimsollError`. */
interface Answer<Operation> {
  readonly data: ResponseBody<Operation>
  readonly response: Response
}

interface RestParts extends SendParts {
  readonly baseUrl: string
  /** Account of the calls; the first of the server if undefined. */
  readonly account?: string | undefined
}

export const createRest = (parts: RestParts, tokens: TokenSource): Rest => {
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers, signal } = request
    const text = await request.text()
    const body = text === '' ? undefined : text
    const all = new Headers(headers)
    if (parts.account !== undefined) all.set('plimsoll-account', parts.account)
    return send(parts, { method, url, headers: all, body, signal }, tokens)
  }
  const { GET, POST, PATCH, DELETE } = createOpenapiFetch<paths>({ baseUrl: parts.baseUrl, fetch })
  return { GET, POST, PATCH, DELETE } as Rest
}
