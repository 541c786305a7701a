/** Where toasts stand: pixels from the bottom of the window, or from its top. */
export interface ToastPlace {
  readonly side: 'top' | 'bottom'
  readonly gap: number
}

/** Pixels between toasts and what is next to them. */
export const GAP = 8

/** Pixels between the points that are looked at: less than a button is high. */
const STEP = 16

/** Pixels that a toast has at least. It has none when it begins to appear, and would move while it is read. */
const LEAST_HEIGHT = 48

const BUTTONS = 'a, button, [role="button"]'

/** Returns the element at a point, below the toasts. */
const elementAt = (x: number, y: number): Element | undefined =>
  document.elementsFromPoint(x, y).find((element) => !element.closest('[data-position]'))

/** Returns whether an element stays at the bottom of the window: a bar, the foot of a table, a footer with buttons. */
function staysBelow(element: Element): boolean {
  const { position, bottom } = getComputedStyle(element)
  // A column that stays at the left, or a head at the top, has no distance from the bottom.
  if (position !== 'fixed' && (position !== 'sticky' || Number.isNaN(Number.parseFloat(bottom)))) return false
  // What is higher is a page, a sheet or a menu.
  return element.getBoundingClientRect().height < innerHeight / 3
}

/** Returns what is needed at a point: a bar, or a button of a dialog. */
function neededAt(x: number, y: number): Element | undefined {
  const element = elementAt(x, y)
  for (let one = element; one; one = one.parentElement ?? undefined) if (staysBelow(one)) return one
  return element?.closest('[role="dialog"], [role="toolbar"]') ? (element.closest(BUTTONS) ?? undefined) : undefined
}

/** Returns the upper edge of what toasts of this size would cover whose lower edge is here. */
function coveredAbove(edge: number, { left, right, height }: Pick<DOMRect, 'left' | 'right' | 'height'>) {
  for (let y = edge - 1; y > edge - height; y -= STEP)
    for (let x = left + 1; x < right; x += STEP) {
      const needed = neededAt(x, y)
      if (needed) return needed.getBoundingClientRect().top
    }
  return undefined
}

/**
 * Returns the lowest place where toasts lie over no bar and no button of a dialog. Where a dialog fills the window, they
 * stand at its top.
 */
export function findToastPlace(stack: Pick<DOMRect, 'left' | 'right' | 'height'>): ToastPlace {
  const size = { left: stack.left, right: stack.right, height: Math.max(stack.height, LEAST_HEIGHT) }
  let edge = innerHeight - GAP
  while (edge > size.height + GAP) {
    const covered = coveredAbove(edge, size)
    if (covered === undefined) return { side: 'bottom', gap: innerHeight - edge }
    edge = Math.min(covered - GAP, edge - 1)
  }
  return { side: 'top', gap: GAP }
}
