// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { focusFirst } from './first-field.tsx'

const draw = (html: string): HTMLElement => {
  document.body.innerHTML = html
  const place = document.querySelector<HTMLElement>('[data-place]')
  if (!place) throw new Error('there is no place')
  return place
}

it('focuses the field that a page names, and leaves that of a dialog to its focus trap', () => {
  const fields = '<input aria-label="category"><textarea aria-label="question" data-autofocus="true"></textarea>'
  focusFirst(draw(`<div data-place>${fields}</div>`))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('question')
  focusFirst(draw(`<div role="dialog" data-place>${fields}</div>`))
  expect(document.activeElement).toBe(document.body)
})
