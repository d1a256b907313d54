import type { Freshness } from '../../../contract/common.ts'

/** Differs where what is shown differs. How old it is does not count, that it has become too old does. */
export const computeSign = ({ source, ...content }: { readonly source: Freshness; readonly asOf?: string }): string =>
  JSON.stringify({ ...content, asOf: source.status })
