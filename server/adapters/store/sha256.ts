import { hash } from 'node:crypto'

/** Returns the SHA-256 of a string or bytes. */
export const sha256 = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer')
