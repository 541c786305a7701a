// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetFailure, leaveFailure, StandingFailure, showFailure } from './failure.tsx'

let root: Root
let page: HTMLElement
beforeEach(async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  page = document.createElement('main')
  document.body.append(page)
  root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider>
        <StandingFailure />
      </MantineProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => {
    leaveFailure()
    leaveFailure()
    root.unmount()
  })
  document.body.replaceChildren()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
})

const said = (host: Element = page) => host.querySelector('[role=alert]')?.textContent
const after = (change: () => void) => act(async () => change())

it('stands in the page until it is closed or something else is done', async () => {
  await after(() => showFailure('The room is taken.'))
  expect(said()).toBe('The room is taken.')
  await after(() => page.querySelector('button')?.click())
  expect(said()).toBeUndefined()
  await after(() => showFailure('The room is taken.'))
  await after(forgetFailure)
  expect(said()).toBeUndefined()
})

it('goes with its page, and with the one after it where the page is left because of it', async () => {
  await after(() => showFailure('The room is taken.'))
  await after(leaveFailure)
  expect(said()).toBeUndefined()
  await after(() => showFailure('The link is too old.', true))
  await after(forgetFailure)
  await after(leaveFailure)
  expect(said()).toBe('The link is too old.')
  await after(leaveFailure)
  expect(said()).toBeUndefined()
})

it('is said in the dialog in which it was tried, and in the page once that is closed', async () => {
  const dialog = document.createElement('div')
  dialog.innerHTML = '<div role="dialog" aria-modal="true"><div class="mantine-Modal-body"></div></div>'
  document.body.append(dialog)
  await after(() => showFailure('The room is taken.'))
  expect([said(dialog), said()]).toEqual(['The room is taken.', undefined])
  await after(() => dialog.remove())
  expect(said()).toBe('The room is taken.')
})
