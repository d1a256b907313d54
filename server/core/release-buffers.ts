/**
 * Frees buffers that are not read afterwards; arrays over them are empty from then on. Garbage collection would free them
 * only after hundreds of megabytes have passed through, which leaves the memory of the process fragmented.
 */
export const releaseBuffers = (buffers: Iterable<ArrayBufferLike>): void => {
  for (const buffer of buffers) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}
