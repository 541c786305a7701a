import { importRoutes } from '@shiloh/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryOf } from '#platform/queries'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { ImportDraft } from './import-draft.tsx'
import { ImportOutcome } from './import-outcome.tsx'

/** `/admin/imports/{id}`: the columns and the check of an import, then its progress, then what became of it. */
export function ImportPage() {
  const { id } = useParams({ from: '/admin/imports/$id' })
  const loaded = useQuery({ ...queryOf(importRoutes.getImport, { params: { id } }), placeholderData: undefined })
  if (loaded.error && !loaded.data)
    return <LoadFailed message={loaded.error.message} onRetry={() => void loaded.refetch()} />
  if (!loaded.data) return <Scaffold kind="list" rows={10} />
  return loaded.data.state === 'draft' ? (
    <ImportDraft key={id} loaded={loaded.data} />
  ) : (
    <ImportOutcome run={loaded.data} />
  )
}
