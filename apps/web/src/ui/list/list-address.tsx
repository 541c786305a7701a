import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { changeListSearch, type ListSearch, type ListState, listSearch, readListState } from '#platform/list-search'

interface ListAddress extends ListState {
  /** Changes parts of the address. `undefined` removes a part. */
  readonly change: (part: ListSearch) => void
}

/**
 * The page, search and filters of the list on this page, which are in its address.
 * @param replace false: the browser's Back button returns to the list as it was
 */
export function useListAddress(filterNames: readonly string[], replace = true): ListAddress {
  const navigate = useNavigate()
  const state = readListState(listSearch(useSearch({ strict: false })), filterNames)
  const change = useCallback(
    (part: ListSearch) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => changeListSearch(listSearch(old), part),
        replace,
      }),
    [navigate, replace],
  )
  return { ...state, change }
}
