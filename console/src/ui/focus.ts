/** Ref callback that focuses an element when it is mounted, such as the target of a link from another screen. */
export const focusElement = (element: HTMLElement | null): void => element?.focus()
