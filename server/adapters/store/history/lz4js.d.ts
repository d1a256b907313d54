/** Types of the used part of lz4js, which has none of its own. */
declare module 'lz4js' {
  /** Returns the content of an LZ4 frame; throws when it is damaged. */
  export const decompress: (frame: Uint8Array) => Uint8Array
}
