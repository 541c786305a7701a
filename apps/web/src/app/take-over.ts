import type { Early } from './early.ts'

/** A finger that rests on the page keeps the app waiting no longer than this. Milliseconds. */
const PATIENCE_MS = 2000
const STEP_MS = 20

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Field = HTMLInputElement

const fieldsOf = (root: HTMLElement): readonly Field[] => [...root.querySelectorAll<Field>('input[name]')]
const buttonsOf = (root: HTMLElement): readonly HTMLButtonElement[] => [...root.querySelectorAll('button')]
const linksOf = (root: HTMLElement): readonly HTMLAnchorElement[] => [...root.querySelectorAll('a')]

/** The first link that is in view, and how far from the top. */
const firstInView = (links: readonly HTMLAnchorElement[]) => {
  if (scrollY === 0) return undefined
  const link = links.find((one) => one.getBoundingClientRect().top > 0)
  return link && { href: link.href, top: link.getBoundingClientRect().top }
}

/** Types a value as somebody would, so that the form hears of it. */
const type = (field: Field, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const copy = (from: Field, to: Field): void => {
  if (from.type === 'checkbox' || from.type === 'radio') {
    if (from.checked !== to.checked) to.click()
  } else if (from.value !== '') type(to, from.value)
}

const focus = (from: Element, to: HTMLElement): void => {
  to.focus({ preventScroll: true })
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.selectionStart !== null)
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
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
  const links = linksOf(root)
  const seen = firstInView(links)
  early.end()
  const app = show()
  document.getElementById('painted')?.remove()
  const shown = fieldsOf(app)
  for (const field of fields) {
    const same = shown.find(({ name }) => name === field.name)
    if (!same) continue
    copy(field, same)
    if (field === focused) focus(field, same)
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
  if (focused && held) focus(focused, held)
  of(early.clicked)?.click()
}
