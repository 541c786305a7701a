import type { Early } from './early.ts'

/** A finger that rests on the page or a key keeps the app waiting no longer than this. Milliseconds. */
const PATIENCE_MS = 2000
const STEP_MS = 20

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = (root: HTMLElement): readonly Field[] => [
  ...root.querySelectorAll<Field>('input[name], textarea[name], select[name]'),
]
const buttonsOf = (root: HTMLElement): readonly HTMLButtonElement[] => [...root.querySelectorAll('button')]
const linksOf = (root: HTMLElement): readonly HTMLAnchorElement[] => [...root.querySelectorAll('a')]

/** The first link that is in view, and how far from the top. */
const firstInView = (links: readonly HTMLAnchorElement[]) => {
  if (scrollY === 0) return undefined
  const link = links.find((one) => one.getBoundingClientRect().top > 0)
  return link && { href: link.href, top: link.getBoundingClientRect().top }
}

/** Sets a value as somebody would who types, so that the form hears of it. */
const type = (field: Field, value: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const isChecked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

const copy = (from: Field, to: Field): void => {
  if (isChecked(from) && isChecked(to)) {
    if (from.checked !== to.checked) to.click()
  } else if (from.value !== '' && from.value !== to.value) type(to, from.value)
}

const hasText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** What is selected goes when the element leaves the page. An address or a number says only whether it is all of it. */
const selectionOf = (element: Element | null) => {
  if (!element || !hasText(element)) return undefined
  const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = element
  if (start !== null) return (to: Element) => hasText(to) && to.setSelectionRange(start, end, direction ?? undefined)
  const isAll = element.value !== '' && getSelection()?.toString() === element.value
  return isAll ? (to: Element) => hasText(to) && to.select() : undefined
}

/**
 * Puts the app in the place of the page that the server wrote. What was typed, the focus and a click go over to it.
 *
 * @param show shows the app before it returns, and returns the element that it is in
 */
export async function takeOver(root: HTMLElement, early: Early, show: () => HTMLElement): Promise<void> {
  await early.styled
  for (let waited = 0; early.isPressed && waited < PATIENCE_MS; waited += STEP_MS) await pause(STEP_MS)
  const fields = fieldsOf(root)
  const buttons = buttonsOf(root)
  const focused = document.activeElement
  const select = selectionOf(focused)
  const focus = (to: HTMLElement) => {
    to.focus({ preventScroll: true })
    select?.(to)
  }
  const links = linksOf(root)
  const seen = firstInView(links)
  early.end()
  const app = show()
  document.getElementById('painted')?.remove()
  /** Hands over to the fields that the app shows. Returns the others. Later, somebody may be elsewhere. */
  const handOver = (given: readonly Field[], isLate: boolean): readonly Field[] => {
    const shown = fieldsOf(app)
    return given.filter((field) => {
      const same = shown.find(({ name, localName }) => name === field.name && localName === field.localName)
      if (!same) return true
      copy(field, same)
      if (field === focused && !(isLate && document.activeElement !== document.body)) focus(same)
      return false
    })
  }
  let missing = handOver(fields, false)
  // A part of the page can come a moment later.
  if (missing.length > 0) {
    const changes = new MutationObserver(() => {
      missing = handOver(missing, true)
      if (missing.length === 0) changes.disconnect()
    })
    changes.observe(app, { childList: true, subtree: true })
    setTimeout(() => changes.disconnect(), PATIENCE_MS)
  }
  const linkTo = (href: string) => linksOf(app).find((link) => link.href === href)
  // A page of the same words has the same buttons. Another page has moved on: the click was not meant for it.
  const of = (one: Element | null | undefined): HTMLElement | undefined => {
    if (one instanceof HTMLAnchorElement) return links.includes(one) ? linkTo(one.href) : undefined
    const at = one instanceof HTMLButtonElement ? buttons.indexOf(one) : -1
    const same = buttonsOf(app)[at]
    return same?.textContent === buttons[at]?.textContent ? same : undefined
  }
  // What is above may be higher than it was.
  const same = seen && linkTo(seen.href)
  if (same) scrollBy({ top: same.getBoundingClientRect().top - seen.top, behavior: 'instant' })
  const held = of(focused)
  if (held) focus(held)
  of(early.clicked)?.click()
}
