/** What the outside is asked to do, as plain data; it leaves only after the facts of its step are durable. */
export type Effect = { readonly kind: 'requestBook'; readonly symbol: string }
