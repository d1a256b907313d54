/** Focuses an element when it is displayed: the link to it may have been further down on another screen. */
export const focusElement = (element: HTMLElement | null): void => element?.focus()
