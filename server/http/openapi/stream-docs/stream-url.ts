import { STREAM_PATH } from '../../../../contract/stream/limits.ts'

/** Stream address of a server, derived from its base address. */
export const toStreamUrl = (publicBase: string): URL => new URL(`${publicBase.replace(/^http/, 'ws')}${STREAM_PATH}`)
