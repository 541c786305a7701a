// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findToastPlace } from './toast-place.ts'

interface Box {
  readonly top: number
  readonly bottom: number
  readonly left?: number
  readonly right?: number
}

const boxes = new Map<Element, Required<Box>>()

/** Draws what the page shows, later parts above earlier ones. */
function draw(html: string, where: Readonly<Record<string, Box>>): void {
  document.body.innerHTML = html
  for (const [selector, box] of Object.entries(where)) {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`The page has no ${selector}`)
    const whole = { left: 0, right: innerWidth, ...box }
    boxes.set(element, whole)
    const { left, top, right, bottom } = whole
    element.getBoundingClientRect = () => new DOMRect(left, top, right - left, bottom - top)
  }
}

beforeEach(() => {
  document.elementsFromPoint = (x, y) =>
    [...boxes]
      .filter(([, box]) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)
      .map(([element]) => element)
      .reverse()
  vi.stubGlobal('innerHeight', 720)
  vi.stubGlobal('innerWidth', 1280)
})
afterEach(() => {
  boxes.clear()
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

const toast = { left: 420, right: 860, height: 48 }

it('stands at the bottom of the window where nothing else does', () => {
  draw('<main></main>', { main: { top: 0, bottom: 720 } })
  expect(findToastPlace(toast)).toEqual({ side: 'bottom', gap: 8 })
})

it('stands above the bar of a selection, which is above the foot of the list', () => {
  draw('<footer style="position: sticky; bottom: 0"></footer><div style="position: sticky; bottom: 60px"></div>', {
    footer: { top: 672, bottom: 720 },
    div: { top: 612, bottom: 660, left: 700, right: 1000 },
  })
  expect(findToastPlace(toast)).toEqual({ side: 'bottom', gap: 720 - 612 + 8 })
})

it('stands above a bar from the moment it begins to appear', () => {
  draw('<footer style="position: sticky; bottom: 0"></footer>', { footer: { top: 656, bottom: 720 } })
  expect(findToastPlace({ ...toast, height: 0 })).toEqual({ side: 'bottom', gap: 720 - 656 + 8 })
})

it('passes over a column that stays at the left of its table', () => {
  draw('<table><tr><td style="position: sticky; left: 0"></td></tr></table>', { td: { top: 690, bottom: 720 } })
  expect(findToastPlace(toast)).toEqual({ side: 'bottom', gap: 8 })
})

it('stands above the buttons of a dialog', () => {
  draw('<div role="dialog"><p></p><button>Save</button></div>', {
    '[role="dialog"]': { top: 0, bottom: 720, left: 800, right: 1280 },
    button: { top: 660, bottom: 700, left: 820, right: 900 },
  })
  expect(findToastPlace(toast)).toEqual({ side: 'bottom', gap: 720 - 660 + 8 })
})

it('stands at the top where everything below is needed', () => {
  const buttons = Array.from({ length: 12 }, (_, at) => `<button id="b${at}"></button>`).join('')
  draw(
    `<div role="dialog">${buttons}</div>`,
    Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`#b${at}`, { top: 60 + at * 55, bottom: 100 + at * 55 }] as const),
    ),
  )
  expect(findToastPlace(toast)).toEqual({ side: 'top', gap: 8 })
})
