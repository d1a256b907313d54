/** Which price a trigger is compared with; the contract's own is the last one. */
export type WorkingType = 'MARK_PRICE' | 'CONTRACT_PRICE' | 'INDEX_PRICE'
