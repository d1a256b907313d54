import { STREAM_PATH } from '../../../../contract/stream/limits.ts'

/** Where the stream of a server is, by the front of its addresses. */
export const toStreamUrl = (publicBase: string): URL => new URL(`${publicBase.replace(/^http/, 'ws')}${STREAM_PATH}`)
