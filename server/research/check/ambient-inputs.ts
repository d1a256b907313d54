/** Runs `work` and returns the ambient inputs it used: clock, random numbers and network. */
export const watchAmbientInputs = <T>(work: () => T): { readonly value: T; readonly used: readonly string[] } => {
  const used = new Set<string>()
  const watched = [
    watchCalls('Math', 'random', used),
    watchCalls('Date', 'now', used),
    watchCalls('performance', 'now', used),
    watchCalls('globalThis', 'fetch', used),
    watchDate(used),
  ]
  try {
    return { value: work(), used: [...used] }
  } finally {
    for (const restore of watched) restore()
  }
}

type Restore = () => void

const watchCalls = (name: 'Math' | 'Date' | 'performance' | 'globalThis', key: string, used: Set<string>): Restore => {
  const owner: object = globalThis[name]
  const before: unknown = Reflect.get(owner, key)
  if (typeof before !== 'function') return () => {}
  const watching = new Proxy(before, {
    apply(target, self, args) {
      used.add(`${name}.${key}`)
      return Reflect.apply(target, self, args)
    },
  })
  const own = Object.getOwnPropertyDescriptor(owner, key)
  Object.defineProperty(owner, key, { value: watching, configurable: true, writable: true })
  return () => void (own ? Object.defineProperty(owner, key, own) : Reflect.deleteProperty(owner, key))
}

/** Watches for dates of the current time; a date with a given time does not read the clock. */
const watchDate = (used: Set<string>): Restore => {
  const before = globalThis.Date
  globalThis.Date = new Proxy(before, {
    construct(target, args, newTarget) {
      if (args.length === 0) used.add('Date()')
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      used.add('Date()')
      return Reflect.apply(target, self, args)
    },
  })
  return () => {
    globalThis.Date = before
  }
}
