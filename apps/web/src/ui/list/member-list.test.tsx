// @vitest-environment happy-dom
import type { ListMeta } from '@shiloh/contract/core'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
import { useListAddress } from './list-address.tsx'
import { PagedList } from './paged-list.tsx'
import { SearchField } from './search-field.tsx'

const refetch = vi.fn()
const BOOKS = ['Amos', 'Joel']
const pages = (total: number): ListMeta => ({ page: 1, page_size: 50, total, total_pages: Math.ceil(total / 50) })

interface State {
  data?: readonly string[] | { items: readonly string[]; meta: ListMeta }
  error?: Error
}

function Books({ data, error }: State) {
  const { search, change } = useListAddress([])
  return (
    <>
      <SearchField label="Search books" words={search} onSearch={(words) => change({ search: words })} />
      <PagedList
        query={{ data, error: error ?? null, isPlaceholderData: false, refetch }}
        skeleton={{ rows: 3, phone: 90, desktop: 60 }}
        empty={{ title: search ? `Nothing matches ${search}` : 'No books yet' }}
        onChange={change}
      >
        {(rows) => rows.map((name) => <p key={name}>{name}</p>)}
      </PagedList>
    </>
  )
}

const show = (state: State) =>
  showScreen(
    () => <Books {...state} />,
    () => {},
  )
const offline = new Error('The network is gone.')

it('keeps the place of the expected rows while they load', async () => {
  await show({})
  expect(screen.getByRole('status', { name: 'Loading' }).children.length).toBe(3)
})

it('says why it could not load, and tries again', async () => {
  const { user } = await show({ error: offline })
  expect(screen.getByRole('alert').textContent).toContain('The network is gone.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('keeps the rows that it has when it cannot fetch them again', async () => {
  await show({ data: BOOKS, error: offline })
  expect(screen.getByRole('alert').textContent).toContain('The network is gone.')
  expect(screen.getByText('Joel')).toBeDefined()
})

it('shows what to do without rows, and no pages', async () => {
  await show({ data: { items: [], meta: pages(0) } })
  expect(screen.getByRole('heading', { name: 'No books yet' })).toBeDefined()
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('has pages only where one does not hold all rows', async () => {
  const { user, address } = await show({ data: { items: BOOKS, meta: pages(120) } })
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(address()).toBe('/?page=2'))
  await show({ data: { items: BOOKS, meta: pages(50) } })
  expect(screen.queryAllByRole('button', { name: 'Next page' })).toHaveLength(1)
})

it('searches after a pause, on the first page', async () => {
  const { user, address } = await showScreen(
    () => <Books data={[]} />,
    () => {},
    { path: '/?page=2' },
  )
  await user.type(screen.getByRole('searchbox', { name: 'Search books' }), 'ruth')
  expect(address()).toBe('/?page=2')
  await waitFor(() => expect(address()).toBe('/?search=ruth'))
  expect(screen.getByRole('heading', { name: 'Nothing matches ruth' })).toBeDefined()
})

it('turns from a page that no longer exists to the last one', async () => {
  const { address } = await showScreen(
    () => <Books data={{ items: [], meta: { ...pages(120), page: 9999 } }} />,
    () => {},
    { path: '/?page=9999' },
  )
  await waitFor(() => expect(address()).toBe('/?page=3'))
  expect(screen.queryByText('No books yet')).toBeNull()
})
