import type { Route } from '@shiloh/contract/core'
import { removalRoutes } from '@shiloh/contract/removals'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { refetchAll } from '#platform/queries'
import { showFailure } from '../feedback/failure.tsx'
import { toastDone } from '../feedback/toast.tsx'
import { texts } from './resource-texts.ts'

/**
 * Deletes records in one request, says what became of them, and offers the way back where there is one. Returns how many were
 * deleted.
 * @param removal the route that deletes one of them
 */
export function useRemoveMany(removal: Pick<Route, 'path'>, stale: readonly Route[]) {
  const t = useT(texts)
  const queries = useQueryClient()
  const failed = (error: unknown) => {
    if (!(error instanceof Error)) throw error
    showFailure(error.message)
  }
  const bringBack = async (id: string) => {
    try {
      const { restored } = await call(removalRoutes.undoRemoval, { params: { id } })
      await refetchAll(queries, stale)
      toastDone({ message: t('back', { count: restored }) })
    } catch (error) {
      failed(error)
    }
  }
  return async (ids: readonly string[]): Promise<number> => {
    try {
      const { rows, undo_id } = await call(removalRoutes.removeMany, { body: { path: removal.path, ids: [...ids] } })
      const refused = rows.flatMap(({ reason }) => reason ?? [])
      const count = rows.length - refused.length
      if (count > 0)
        toastDone({
          message: t('removed', { count }),
          ...(undo_id !== null && { undo: { label: t('undo'), act: () => void bringBack(undo_id) } }),
        })
      const [reason] = refused
      if (reason !== undefined) showFailure(t('kept', { count: refused.length, reason }))
      await refetchAll(queries, stale)
      return count
    } catch (error) {
      failed(error)
      return 0
    }
  }
}
