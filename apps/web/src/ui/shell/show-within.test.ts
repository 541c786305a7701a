// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { showWithin } from './show-within.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const placed = (element: HTMLElement, top: number, height: number) => {
  element.getBoundingClientRect = () => new DOMRect(0, top, 200, height)
  return element
}

/** A list of 500 px below the top bar, and an entry in it. */
const withEntry = (top: number) => {
  document.body.innerHTML = '<div style="overflow-y: auto"><ul><li></li></ul></div>'
  const list = document.querySelector('div')
  const entry = document.querySelector('li')
  if (!list || !entry) throw new Error('The list is missing')
  placed(list, 100, 500)
  placed(entry, top, 30)
  entry.scrollIntoView = vi.fn()
  return { list, entry }
}

test('scrolls the list alone, as far as the neighbours of the entry', () => {
  const { list, entry } = withEntry(700)
  showWithin(entry)
  expect(list.scrollTop).toBe(226)
  expect(entry.scrollIntoView).not.toHaveBeenCalled()
  expect(document.documentElement.scrollTop).toBe(0)
})

test('scrolls back to an entry above, and leaves one in view where it is', () => {
  const above = withEntry(150)
  above.list.scrollTop = 300
  showWithin(above.entry)
  expect(above.list.scrollTop).toBe(254)
  const inView = withEntry(300)
  inView.list.scrollTop = 40
  showWithin(inView.entry)
  expect(inView.list.scrollTop).toBe(40)
})

test('leaves the page alone where no list scrolls', () => {
  const { list, entry } = withEntry(700)
  list.style.overflowY = 'visible'
  showWithin(entry)
  expect(list.scrollTop).toBe(0)
})
