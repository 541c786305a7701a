// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { id, line, listRoute, money, pick, pickQuery, publicAccess, route } from '@shiloh/contract/core'
import { listQuery } from '@shiloh/contract/lists'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, act as reactAct } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { listSearch } from '#platform/list-search'
import { createQueryClient, useAct } from '#platform/queries'
import { theme } from '../base/theme.tsx'
import { RecordForm } from '../form/record-form.tsx'
import { ListPage } from './list-page.tsx'
import type { ColumnOf, FilterOf } from './list-types.tsx'

/** Waits for as long as a loaded machine needs. */
const patiently = <T,>(check: () => T) => vi.waitFor(check, { timeout: 5000 })

// A resource screen as a feature writes it.
const meal = z.object({ _id: id, name: z.string(), price: money.optional() })
const listMeals = listRoute({
  method: 'GET',
  path: '/meals',
  access: publicAccess,
  summary: '',
  query: listQuery({
    sort: ['name'],
    order: ['name'],
    filter: { kind: z.string().optional(), event_id: z.string().optional() },
  }),
  response: meal,
})
const pickEvents = route({
  method: 'GET',
  path: '/events',
  access: publicAccess,
  summary: '',
  query: pickQuery,
  response: z.array(pick),
})
const takeBack = route({
  method: 'POST',
  path: '/meals/take-back',
  access: publicAccess,
  summary: '',
  body: z.object({ ids: z.array(z.string()), filter: z.object({}), exclude: z.array(z.string()) }),
  response: z.object({ activity_id: id }),
})
const mealBody = z.object({ name: line(20), price: money })
const createMeal = route({
  method: 'POST',
  path: '/meals',
  access: publicAccess,
  summary: '',
  body: mealBody,
  response: meal,
  idempotent: true,
})

// Names that the list's route does not declare do not compile.
export const wrongNames = {
  // @ts-expect-error: the list cannot be sorted by the price
  column: { key: 'price', header: () => 'Price', cell: () => '', sort: 'price' } satisfies ColumnOf<typeof listMeals>,
  // @ts-expect-error: the list has no such filter
  filter: { key: 'colour', label: () => 'Colour', kind: 'text' } satisfies FilterOf<typeof listMeals>,
}

function MealsPage({ byEvent = false, onOpen }: { byEvent?: boolean; onOpen?: (name: string) => void } = {}) {
  return (
    <ListPage
      route={listMeals}
      name="products"
      title={() => 'Meals'}
      message={<span>Write to these</span>}
      columns={[
        { key: 'name', header: () => 'Name', cell: (row) => row.name, sort: 'name' },
        { key: 'price', header: () => 'Price', cell: (row) => (row.price ?? 0) / 100, numeric: true },
        { key: 'label', header: () => 'Note', cell: () => '', hidden: true },
      ]}
      phone={{ title: (row) => row.name }}
      rowName={(row) => row.name}
      {...(onOpen && { onOpen: (row: { name: string }) => onOpen(row.name) })}
      filters={[
        { key: 'kind', label: () => 'Kind', kind: 'choice', choices: [{ value: 'hot', label: () => 'Hot' }] },
        ...(byEvent ? [{ key: 'event_id', label: () => 'Event', kind: 'event', route: pickEvents } as const] : []),
      ]}
      bulk={[
        { label: () => 'Serve', icon: () => null, act: (rows) => served(rows.map((row) => row.name)) },
        {
          label: () => 'Take back',
          icon: () => null,
          applies: ({ price }) => (price ?? 0) < 4000,
          says: (rows) => `Gives back ${rows.map(({ price }) => price).join()}`,
          many: { route: takeBack, consequence: () => 'Gives back all', change: { price: 0 } },
        },
      ]}
      empty={{ title: () => 'No meals yet' }}
    />
  )
}

const savedWith: (number | undefined)[] = []
function MealForm({
  version,
  again = false,
  values = { name: '', price: 0 },
}: {
  version?: number
  again?: boolean
  values?: { name: string; price?: number }
} = {}) {
  const create = useAct(createMeal, [listMeals])
  return (
    <RecordForm
      as="page"
      title="New meal"
      schema={mealBody}
      values={values}
      sections={[
        {
          fields: [
            { kind: 'text', name: 'name', label: () => 'Name', required: true },
            { kind: 'money', name: 'price', label: () => 'Price', currency: 'GHS' },
          ],
        },
      ]}
      version={version}
      again={again}
      onSave={(body, begunWith) => {
        if (begunWith !== undefined) savedWith.push(begunWith)
        return create.mutateAsync({ body })
      }}
      onDone={done}
    />
  )
}

/** Wraps only our own steps in act: the library's transitions and tooltips continue between them. */
async function act(step: () => Promise<unknown>) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  try {
    await reactAct(async () => void (await step()))
  } finally {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  }
}

const served = vi.fn()
const done = vi.fn()
const requests: { url: string; method: string; key: string | null; body: unknown }[] = []
let answer: (url: URL) => { status: number; body: unknown }
let views: unknown[]
let root: Root
let host: HTMLElement

const rows = [
  { _id: '0'.repeat(24), name: 'Jollof', price: 4500 },
  { _id: '1'.repeat(24), name: 'Waakye', price: 3000 },
]
const page = (data: unknown[]) => ({
  status: 200,
  body: { message: '', data, meta: { page: 1, page_size: 50, total: data.length, total_pages: data.length ? 1 : 0 } },
})

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('min-width'),
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    // Beside the list: its views.
    if (url.pathname === '/api/v1/admin/saved-views') return new Response(JSON.stringify({ message: '', data: views }))
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    requests.push({
      url: url.pathname + url.search,
      method: init.method ?? 'GET',
      key: new Headers(init.headers).get('idempotency-key'),
      body,
    })
    const { status, body: sent } = answer(url)
    return new Response(JSON.stringify(sent), { status })
  })
  answer = () => page(rows)
  views = []
  requests.length = 0
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

async function show(screen: () => ReactNode, path = '/') {
  const rootRoute = createRootRoute({ component: Outlet, staticData: { title: () => '', layout: 'bare' } })
  const only = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: screen,
    validateSearch: listSearch,
    staticData: { title: () => '', layout: 'bare' },
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([only]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const queries = createQueryClient({ begun() {}, failed() {} })
  await act(async () => {
    await router.load()
    root.render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queries}>
          {/* The app registers its own router's type; this one is only for the test. */}
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    )
  })
  await patiently(() => expect(host.querySelector('table, form, h2')).not.toBeNull())
  return router
}

const find = (selector: string): HTMLElement => {
  const element = document.body.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`No ${selector} in ${document.body.innerHTML.slice(0, 500)}`)
  return element
}
const button = (label: string): HTMLElement => {
  const found = [...document.body.querySelectorAll('button')].find((one) => one.textContent?.trim() === label)
  if (!found) throw new Error(`No button ${label}`)
  return found
}
const click = (element: HTMLElement) => act(async () => element.click())
const type = (element: HTMLElement, words: string) =>
  act(async () => {
    if (!(element instanceof HTMLInputElement)) throw new Error('not a field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, words)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })

describe('a list page', () => {
  it('asks for what the address says and shows the rows', async () => {
    await show(MealsPage, '/?sort=-name&kind=hot&page=2&other=x')
    expect(requests[0]?.url).toBe('/api/v1/meals?sort=-name&kind=hot&page=2&page_size=50')
    expect([...host.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual(['Jollof45', 'Waakye30'])
    expect(find('th[aria-sort]').getAttribute('aria-sort')).toBe('descending')
    expect(host.textContent).toContain('Kind Hot')
  })

  it('keeps sort and page size in the address', async () => {
    const router = await show(MealsPage, '/?page=2')
    await click(button('Name'))
    expect(router.state.location.search).toEqual({ sort: 'name' })
    await click(button('100'))
    expect(router.state.location.search).toEqual({ sort: 'name', page_size: '100' })
  })

  it('has a link for each row that opens here, and opens the row of the link', async () => {
    const opened = vi.fn()
    const router = await show(() => <MealsPage onOpen={opened} />, '/?kind=hot&page=2')
    const link = find('tbody tr:nth-child(2) a')
    expect(link.getAttribute('href')).toBe(`/?kind=hot&page=2&open=${'1'.repeat(24)}`)
    await click(link)
    expect(opened.mock.calls).toEqual([['Waakye']])
    await act(() => router.navigate({ to: '/', search: { kind: 'hot', page: '2', open: 'f'.repeat(24) } }))
    await patiently(() => expect(router.state.location.search).toEqual({ kind: 'hot', page: '2' }))
    expect(opened).toHaveBeenCalledTimes(1)
    await act(() => router.navigate({ to: '/', search: { kind: 'hot', page: '2', open: `${'0'.repeat(24)}` } }))
    await patiently(() => expect(opened.mock.calls.at(-1)).toEqual(['Jollof']))
    expect(router.state.location.search).toEqual({ kind: 'hot', page: '2' })
  })

  it('selects rows for what can be done to them', async () => {
    await show(MealsPage)
    await click(find('tbody tr:nth-child(2) input'))
    expect(find('[role=toolbar]').textContent).toContain('1 selected')
    // Read before the rows, seen below them.
    const follows = find('[role=toolbar]').compareDocumentPosition(find('tbody'))
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await click(find('thead input'))
    await click(button('Serve'))
    expect(served).toHaveBeenCalledWith(['Jollof', 'Waakye'])
    await click(find('[role=toolbar] [aria-label=Clear]'))
    expect(host.querySelector('[role=toolbar]')).toBeNull()
  })

  it('acts in the background on those of the selected rows that the act applies to, and says what it means', async () => {
    await show(MealsPage)
    const bar = () => find('[role=toolbar]').textContent
    await click(find('tbody tr:nth-child(1) input'))
    expect(bar()).not.toContain('Take back')
    await click(find('tbody tr:nth-child(2) input'))
    await click(button('Take back'))
    await patiently(() => expect(document.body.textContent).toContain('Gives back 3000'))
    expect(document.body.textContent).toContain('1 selected row stays as it is.')
    answer = () => ({ status: 409, body: { message: 'Not now', code: 'conflict', errors: [] } })
    await click(find('[data-saves]'))
    await patiently(() => expect(requests.at(-1)?.url).toBe('/api/v1/meals/take-back'))
    const body = { filter: {}, exclude: [], ids: ['1'.repeat(24)], change: { price: 0 } }
    expect(requests.at(-1)?.body).toEqual(body)
  })

  it('acts on what was selected when it was asked for, whatever the list behind the dialog shows', async () => {
    const router = await show(MealsPage)
    await click(find('tbody tr:nth-child(2) input'))
    await click(button('Take back'))
    await patiently(() => expect(document.body.textContent).toContain('Gives back 3000'))
    answer = () => page([])
    await act(() => router.navigate({ to: '/', search: { kind: 'hot' } as never }))
    await patiently(() => expect(host.textContent).toContain('No matches'))
    expect(document.body.textContent).toContain('Gives back 3000')
    answer = () => ({ status: 409, body: { message: 'Not now', code: 'conflict', errors: [] } })
    await click(find('[data-saves]'))
    await patiently(() =>
      expect(requests.at(-1)?.body).toMatchObject({ filter: {}, exclude: [], ids: ['1'.repeat(24)] }),
    )
  })

  it('tells an empty list from one without hits', async () => {
    answer = () => page([])
    await show(MealsPage)
    expect(host.textContent).toContain('No meals yet')
  })

  it('opens a view with its filter and columns, says when it was changed, and names a filter that is no more', async () => {
    views = [
      {
        _id: '2'.repeat(24),
        list: 'products',
        name: 'Hot ones',
        shared: true,
        query: { kind: 'hot', sort: '-name' },
        columns: ['name'],
        opens: false,
        editable: false,
      },
    ]
    const router = await show(MealsPage)
    await patiently(() => button('Hot ones'))
    await click(button('Hot ones'))
    await patiently(() => expect(router.state.location.search).toMatchObject({ kind: 'hot', sort: '-name' }))
    await patiently(() =>
      expect([...host.querySelectorAll('thead th')].map((th) => th.textContent)).toEqual(['', 'Name']),
    )
    expect(host.textContent).not.toContain('View changed')
    answer = () => ({
      status: 422,
      body: {
        message: 'No',
        code: 'invalid_input',
        errors: [{ field: 'kind', code: 'unknown_choice', message: '' }],
        request_id: '',
      },
    })
    expect(host.textContent).toContain('Write to these')
    await click(find('thead th button'))
    await patiently(() => expect(host.textContent).toContain('This filter can no longer be read'))
    expect(host.textContent).not.toContain('Write to these')
    expect(host.textContent).toContain('View changed')
    answer = () => page(rows)
    await click(button('Remove it'))
    await patiently(() => expect(host.querySelectorAll('tbody tr')).toHaveLength(2))
    localStorage.clear()
  })

  it('shows its event beside the filters, which all events, a view and clearing leave alone', async () => {
    answer = (url) => {
      if (url.pathname.endsWith('/events'))
        return { status: 200, body: { message: '', data: [{ _id: `a${'3'.repeat(23)}`, name: 'Camp' }] } }
      return page(url.searchParams.has('search') ? [] : rows)
    }
    views = [
      {
        _id: '2'.repeat(24),
        list: 'products',
        name: 'Hot ones',
        shared: true,
        query: { kind: 'hot', event_id: '4'.repeat(24) },
        columns: null,
        opens: false,
        editable: false,
      },
    ]
    const router = await show(() => <MealsPage byEvent />, `/?event_id=a${'3'.repeat(23)}&search=zzz`)
    expect(requests.find(({ url }) => url.includes('/meals'))?.url).toContain('event_id=a3')
    await patiently(() => expect(host.textContent).toContain('Event Camp'))
    await click(button('Clear filters'))
    expect(router.state.location.search).toEqual({ event_id: `a${'3'.repeat(23)}` })
    await patiently(() => button('Hot ones'))
    await click(button('Hot ones'))
    await patiently(() =>
      expect(router.state.location.search).toMatchObject({ kind: 'hot', event_id: `a${'3'.repeat(23)}` }),
    )
    expect(host.textContent).not.toContain('View changed')
    await click(find('button[aria-label="All events"]'))
    await patiently(() => expect(router.state.location.search).toMatchObject({ kind: 'hot', event_id: 'all' }))
    expect(host.textContent).toContain('Event All events')
    await patiently(() => expect(requests.at(-1)?.url).toMatch(/meals\?((?!event_id).)*$/))
    localStorage.clear()
  })

  it('offers to clear the filters when nothing matches', async () => {
    answer = (url) => page(url.searchParams.has('search') ? [] : rows)
    const router = await show(MealsPage, '/?search=zzz')
    await patiently(() => expect(button('Clear filters')).toBeDefined())
    // There is nobody to write to.
    expect(host.textContent).not.toContain('Write to these')
    await click(button('Clear filters'))
    expect(router.state.location.search).toEqual({})
    await patiently(() => expect(host.querySelectorAll('tbody tr')).toHaveLength(2))
    expect(host.textContent).toContain('Write to these')
  })

  it('says what failed and tries again', async () => {
    answer = () => ({ status: 403, body: { message: 'You may not.', code: 'forbidden', errors: [], request_id: 'r' } })
    await show(MealsPage)
    expect(find('[role=alert]').textContent).toContain('You may not.')
    answer = () => page(rows)
    await click(button('Try again'))
    await patiently(() => expect(host.querySelectorAll('tbody tr')).toHaveLength(2))
  })

  it('goes to the last page from one beyond it', async () => {
    const beyond = { page: 9999, page_size: 50, total: 2, total_pages: 1 }
    answer = (url) =>
      url.searchParams.get('page') === '9999'
        ? { status: 200, body: { message: '', data: [], meta: beyond } }
        : page(rows)
    const router = await show(MealsPage, '/?page=9999&sort=name')
    await patiently(() => expect(router.state.location.search).toEqual({ sort: 'name' }))
    await patiently(() => expect(host.querySelectorAll('tbody tr')).toHaveLength(2))
  })

  it('goes to the first page of a list without rows', async () => {
    answer = () => ({
      status: 200,
      body: { message: '', data: [], meta: { page: 9999, page_size: 50, total: 0, total_pages: 0 } },
    })
    const router = await show(MealsPage, '/?page=9999&sort=name')
    await patiently(() => expect(router.state.location.search).toEqual({ sort: 'name' }))
  })

  it('walks with the arrow keys, J and K', async () => {
    await show(MealsPage)
    const [first, second] = host.querySelectorAll<HTMLElement>('tbody tr')
    const press = (target: EventTarget | undefined, key: string) =>
      act(async () => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
    await press(document.body, 'j')
    expect(document.activeElement).toBe(first)
    // A screen reader says the row, not each of its cells.
    expect(first?.getAttribute('aria-label')).toBe('Jollof')
    await press(first, 'j')
    expect(document.activeElement).toBe(second)
    await press(second, 'k')
    expect(document.activeElement).toBe(first)
    await act(async () => first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })))
    expect(document.activeElement).toBe(second)
    // The region that says so was there before.
    const said = find('[role=status]')
    expect(said.textContent).toBe('')
    await act(async () => second?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })))
    expect(find('[role=toolbar]').textContent).toContain('1 selected')
    expect(said.textContent).toBe('1 selected')
    await press(second, 'b')
    expect(document.activeElement).toBe(find('[role=toolbar] button'))
    // The checkbox of a row is part of the row.
    const checkbox = second?.querySelector('input') ?? undefined
    checkbox?.focus()
    await press(checkbox, 'b')
    expect(document.activeElement).toBe(find('[role=toolbar] button'))
    checkbox?.focus()
    await press(checkbox, 'k')
    expect(document.activeElement).toBe(first)
    // In a field it is a letter.
    const field = find('input[type=search], input:not([type=checkbox])')
    field.focus()
    const typed = new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true })
    await act(async () => field.dispatchEvent(typed))
    expect(typed.defaultPrevented).toBe(false)
    expect(document.activeElement).toBe(field)
  })
})

describe('a record form', () => {
  const refusal = {
    status: 409,
    body: {
      message: 'Some details need your attention.',
      code: 'duplicate',
      errors: [{ field: 'name', code: 'taken', message: 'This is already taken.' }],
      request_id: 'r',
    },
  }

  it('does not send what the schema refuses', async () => {
    await show(MealForm)
    await click(button('Save'))
    await patiently(() => expect(host.textContent).toContain('Please fill this in.'))
    expect(requests).toEqual([])
  })

  it('puts a refusal at its field, and sends the same act again with the same key', async () => {
    answer = () => refusal
    await show(MealForm)
    await type(find('input[name=name]'), 'Jollof')
    await type(find('input[name=price]'), '12.50')
    await click(button('Save'))
    await patiently(() => expect(host.textContent).toContain('This is already taken.'))
    expect(done).not.toHaveBeenCalled()
    answer = () => ({ status: 201, body: { message: 'Saved.', data: rows[0] } })
    await click(button('Save'))
    await patiently(() => expect(done).toHaveBeenCalledOnce())
    const [first, second] = requests
    expect(first?.body).toEqual({ name: 'Jollof', price: 1250 })
    expect(second?.key).toBe(first?.key)
  })

  it('brings a refusal into view that no field shows', async () => {
    const { errors: _, ...body } = refusal.body
    answer = () => ({ status: 409, body: { ...body, message: 'Guests could not stay.', errors: [] } })
    const seen: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent)
    })
    await show(MealForm)
    await type(find('input[name=name]'), 'Jollof')
    await type(find('input[name=price]'), '12.50')
    await click(button('Save'))
    await patiently(() => expect(seen).toEqual(['Guests could not stay.']))
  })

  it('shows what somebody else saved meanwhile, keeps what was typed, and saves it over when asked to', async () => {
    const conflict = {
      status: 409,
      body: {
        message: 'Somebody else changed this.',
        code: 'edit_conflict',
        errors: [],
        request_id: 'r',
        data: {
          version: 9,
          changes: [{ by: 'Esi Boateng', at: '2026-11-22T10:00:00.000Z', fields: ['price', 'hidden'] }],
        },
      },
    }
    answer = () => conflict
    await show(() => <MealForm version={4} />)
    await type(find('input[name=name]'), 'Jollof')
    await type(find('input[name=price]'), '12.50')
    await click(button('Save'))
    await patiently(() => expect(find('[role=alert]').textContent).toContain('Esi Boateng'))
    expect(find('[role=alert]').textContent).toContain('Price')
    expect(find('[role=alert]').textContent).not.toContain('hidden')
    expect(host.querySelector<HTMLInputElement>('input[name=name]')?.value).toBe('Jollof')
    expect(done).not.toHaveBeenCalled()
    answer = () => ({ status: 201, body: { message: 'Saved.', data: rows[0] } })
    await click(button('Save mine over it'))
    await patiently(() => expect(done).toHaveBeenCalledOnce())
    expect(savedWith).toEqual([4, 9])
  })

  it('begins at its first field, is saved by Ctrl+Enter, and begins the next record', async () => {
    answer = () => ({ status: 201, body: { message: 'Saved.', data: rows[0] } })
    await show(() => <MealForm again />)
    const name = () => host.querySelector<HTMLInputElement>('input[name=name]')
    expect(document.activeElement).toBe(name())
    await type(find('input[name=name]'), 'Jollof')
    await click(button('Save and add another'))
    await patiently(() => expect(name()?.value).toBe(''))
    expect(done).not.toHaveBeenCalled()
    expect(host.textContent).not.toContain('not saved')
    await type(find('input[name=name]'), 'Waakye')
    // What is typed next is guarded again.
    expect(host.textContent).toContain('1 change not saved')
    const keys = { key: 'Enter', ctrlKey: true, bubbles: true }
    await act(async () => name()?.dispatchEvent(new KeyboardEvent('keydown', keys)))
    await patiently(() => expect(done).toHaveBeenCalledOnce())
    expect(requests.map(({ body }) => body)).toMatchObject([{ name: 'Jollof' }, { name: 'Waakye' }])
  })

  it('does not count a field that began without a value', async () => {
    await show(() => <MealForm values={{ name: '' }} />)
    await type(find('input[name=name]'), 'Kenkey')
    expect(host.textContent).toContain('1 change not saved')
    await type(find('input[name=name]'), '')
    expect(host.textContent).not.toContain('not saved')
    await click(button('Cancel'))
    expect(done).toHaveBeenCalledOnce()
  })

  it('says how much is not saved, and asks before it is lost', async () => {
    await show(MealForm)
    await type(find('input[name=name]'), 'Jollof')
    expect(host.textContent).toContain('1 change not saved')
    await click(button('Cancel'))
    expect(done).not.toHaveBeenCalled()
    await click(button('Leave'))
    expect(done).toHaveBeenCalledOnce()
  })
})
