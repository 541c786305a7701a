import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { FormBuilder } from './form-builder.tsx'
import { formQuery } from './queries.ts'

/** One form, to be built. */
export function FormPage() {
  const { id } = useParams({ from: '/admin/event-forms/$id' })
  const { data, error, refetch } = useQuery({ ...formQuery(id), placeholderData: undefined })
  if (data) return <FormBuilder key={data._id} form={data} />
  return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={10} />
}
