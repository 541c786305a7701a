/** Keeps the neighbours in view too, and the entry itself when the event above the list grows to a second line. */
const NEIGHBOURS_PX = 96

const scrolls = (element: HTMLElement) => /auto|scroll/.test(getComputedStyle(element).overflowY)

/**
 * Scrolls an entry into view inside the list that holds it. `scrollIntoView` would move the page as well: its heading
 * would begin behind the top bar.
 */
export function showWithin(entry: HTMLElement | null | undefined): void {
  let list = entry?.parentElement
  while (list && list !== document.body && !scrolls(list)) list = list.parentElement
  if (!entry || !list || list === document.body) return
  const outer = list.getBoundingClientRect()
  const inner = entry.getBoundingClientRect()
  const below = inner.bottom + NEIGHBOURS_PX - outer.bottom
  const above = inner.top - NEIGHBOURS_PX - outer.top
  if (below > 0) list.scrollTop += below
  else if (above < 0) list.scrollTop += above
}
