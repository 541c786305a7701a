import type { AnyRouter } from '@tanstack/react-router'
import { pageHeading } from './page-heading.ts'

/** What keeps the focus inside while it is open. */
// A calendar has its field, which opens it again with the focus.
const LAYER = '[role="dialog"]:not(.mantine-Popover-dropdown), [role="alertdialog"], [role="menu"]'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]'

/** Where an element is, to find the place again when it has gone: the element, then each that it is in. */
type Place = readonly { readonly element: HTMLElement; readonly before: Element | null }[]

function placeOf(element: HTMLElement): Place {
  const place = []
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement)
    place.push({ element: at, before: at.previousElementSibling })
  return place
}

/** Returns the first element inside that the keyboard can reach. */
function firstIn(element: Element | null): HTMLElement | undefined {
  if (!element) return undefined
  return [element, ...element.querySelectorAll(FOCUSABLE)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(FOCUSABLE) && one.tabIndex >= 0 && one.checkVisibility?.() !== false,
  )
}

/** Returns what to focus at a place: its element; what took its place or followed it; else what came before it. */
function targetAt(place: Place): HTMLElement | undefined {
  const left = place.findIndex(({ element }) => element.isConnected)
  const around = place[left]?.element
  if (left === 0) return around
  // Another page or another step has come.
  if (!around?.matches(`main *, ${LAYER}, :is(${LAYER}) *`)) return pageHeading()
  const before = place[left - 1]?.before
  const isThere = before?.parentElement === around
  const now = isThere ? before.nextElementSibling : around.firstElementChild
  // It may still be loading: then this is asked again when it has come.
  if (now) return firstIn(now)
  // In what is left there may be nothing for the keyboard.
  return firstIn(isThere ? before : null) ?? firstIn(around) ?? firstIn(around.nextElementSibling) ?? pageHeading()
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

/**
 * Keeps the place of the keyboard. The browser forgets it when the focused element leaves the page, or is disabled while
 * something is saved.
 *
 * - When a dialog, a drawer or a menu goes, the focus returns to what had it before. Mantine does that for those that are in
 *   the page before they open; ours are mounted when they open.
 * - When the keyboard opens a menu, its first entry has the focus.
 * - When something else goes, the focus moves to what took its place, or to the heading of what took the place of all. Not for somebody who works by touch or mouse: a field
 *   would open the keyboard of the phone.
 * - `arrive` moves it there after navigation, from what both pages have.
 *
 * Called once, with the first key. `end` ends it.
 */
export function keepFocus(): { readonly arrive: () => void; readonly end: () => void } {
  /** Open layers, the lowest first, with the place that had the focus before. */
  let layers: readonly { readonly layer: Element; readonly from: Place }[] = []
  /** Empty: the focus was given up. */
  let last: Place = document.activeElement instanceof HTMLElement ? placeOf(document.activeElement) : []
  let isPointing = false
  const ending = new AbortController()
  const listen = <Name extends 'focusin' | 'focusout' | 'pointerdown' | 'keydown'>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, signal: ending.signal })

  listen('pointerdown', () => (isPointing = true))
  listen('keydown', () => (isPointing = false))
  listen('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    if (layer && !layers.some((one) => one.layer === layer)) layers = [...layers, { layer, from: last }]
    last = placeOf(target)
    // Mantine puts it on an element that shows nothing, until an arrow key comes.
    if (!isPointing && target.matches('[role="menu"] > [data-autofocus]'))
      target.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]:not(:disabled)')?.focus()
  })
  listen('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (hasNoFocus() && target instanceof HTMLElement && target.isConnected && !target.matches(':disabled')) last = []
    }),
  )

  const closeLayers = () => {
    const gone = layers.filter(({ layer }) => !layer.isConnected)
    if (gone.length === 0) return false
    /**
     * What a menu has opened goes back to what had opened the menu. Each layer once: the focus can have been in one before
     * it was a dialog.
     */
    const before = (place: Place, closed = gone): Place => {
      const left = closed.findLast(({ layer }) => place.some(({ element }) => element === layer))
      return left
        ? before(
            left.from,
            closed.filter((one) => one !== left),
          )
        : place
    }
    layers = layers.filter((one) => !gone.includes(one)).map(({ layer, from }) => ({ layer, from: before(from) }))
    if (last.length > 0) last = before(last)
    return true
  }

  const restore = (isLayer: boolean) => {
    if (!hasNoFocus() || (isPointing && !isLayer)) return
    const target = targetAt(last)
    if (target && !target.matches(':disabled')) target.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const isLayer = closeLayers()
    if (last.length === 0 || !hasNoFocus()) return
    // After what removed it has put the focus where it wants it.
    setTimeout(restore, 0, isLayer)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })

  return {
    arrive() {
      const main = document.querySelector('main')
      const at = document.activeElement
      if (isPointing || main?.contains(at) || at?.closest(LAYER)) return
      pageHeading()?.focus({ preventScroll: true })
    },
    end() {
      observer.disconnect()
      ending.abort()
    },
  }
}

/** Keeps the focus in the whole app, also where a link or a key has led to another page. */
export function followKeyboard({ subscribe }: Pick<AnyRouter, 'subscribe'>): void {
  const { arrive } = keepFocus()
  subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) arrive()
  })
}
