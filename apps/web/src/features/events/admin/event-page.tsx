import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isGone, LoadFailed, NotFound } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { EventEditor } from './event-editor.tsx'
import { eventQuery } from './queries.ts'

/** One event, to be edited. */
export function EventPage() {
  const { id } = useParams({ from: '/admin/events/$id' })
  // The previous event must not be shown in place of this one.
  const { data, error, refetch } = useQuery({ ...eventQuery(id), placeholderData: undefined })
  if (data) return <EventEditor key={data._id} event={data} />
  if (isGone(error)) return <NotFound />
  return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={10} />
}

/** A new event. */
export function NewEventPage() {
  return <EventEditor />
}
