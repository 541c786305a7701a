import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { shownPage } from './routing.ts'

const root = createRootRoute({ staticData: { title: () => 'Shiloh', layout: 'bare' } })
const event = createRoute({
  getParentRoute: () => root,
  path: '/admin/events/$id',
  staticData: { title: () => 'Edit event', layout: 'admin' },
})

it.each([
  ['/admin/events/1', 'Edit event'],
  ['/admin/events/1/nonsense', undefined],
  ['/nonsense', undefined],
])('at %s shows %s', async (path, title) => {
  const router = createRouter({
    routeTree: root.addChildren([event]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  // The title is a text of the page, or of nothing.
  expect(shownPage(router.state.matches)?.title({} as never)).toBe(title)
})
