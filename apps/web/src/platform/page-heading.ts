/** Gives the page the focus that went with what had it. */
export function focusPage(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    pageHeading()?.focus({ preventScroll: true })
}

/** Returns the heading of the page, ready for the focus. */
export function pageHeading(): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>('h1')
  if (found) found.tabIndex = -1
  return found ?? undefined
}
