/** A sentence of the server, with what stands in backticks as code. */
export const Prose = ({ children }: { readonly children: string }) =>
  children.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence changes as a whole
    return index % 2 === 1 ? <code key={index}>{part}</code> : part
  })
