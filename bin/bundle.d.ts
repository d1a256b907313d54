export const isBundleCurrent: (root?: string) => boolean
