/** A value of type `T` that cannot be mixed up with another meaning of `T`. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

declare const brand: unique symbol
